import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The driver loads a binary of its own; bundling it would lose that file.
  serverExternalPackages: ['better-sqlite3'],
  turbopack: { root: import.meta.dirname },
}

export default config
