/** Plain JavaScript, because Next would load a compiler for a TypeScript config at every start. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Steward has no images to resize, so /_next/image is not served.
  images: { unoptimized: true },
  // Loads a native binary, which bundling would leave behind.
  serverExternalPackages: ['better-sqlite3'],
  // A selection can contain 100,000 session ids (`plan-params.ts`). The same number is in `undecodable-body.ts`.
  experimental: { serverActions: { bodySizeLimit: '8mb' } },
  // `npm test` checks types, so a first `npm start` need not.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config
