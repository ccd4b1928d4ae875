/** Plain JavaScript: a typed one would make the server load a compiler at every start. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The driver loads a binary of its own; bundling it would lose that file.
  serverExternalPackages: ['better-sqlite3'],
  // A selection may be every session of a large home: a hundred thousand ids, as `plan-params.ts` allows.
  experimental: { serverActions: { bodySizeLimit: '8mb' } },
  // Types have a step of their own in `npm test`; whoever starts a checked-out version need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config
