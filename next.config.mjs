/** Plain JavaScript: a typed one would make the server load a compiler at every start. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The driver loads a binary of its own; bundling it would lose that file.
  serverExternalPackages: ['better-sqlite3'],
  // Types have a step of their own in `npm test`; whoever starts a checked-out version need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config
