/** Plain JavaScript: a typed one would make the server load a compiler at every start. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The driver loads a binary of its own; bundling it would lose that file.
  serverExternalPackages: ['better-sqlite3'],
  turbopack: { root: import.meta.dirname },
}

export default config
