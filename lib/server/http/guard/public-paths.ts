/** Paths served without signing in. All others are closed, so a new file in `public/` must be listed here. */

/**
 * Files in `public/` by exact path. Browsers fetch the manifest without cookies, and icons before sign-in.
 */
export const PUBLIC_FILES: ReadonlySet<string> = new Set([
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/icon.svg',
  '/robots.txt',
  '/site.webmanifest',
])

const PUBLIC_ROUTES: ReadonlySet<string> = new Set(['/api/health', '/sign-in'])

/** Scripts, styles and fonts of the sign-in page. Their names are hashes made by the build. */
const BUILD_OUTPUT = '/_next/static/'

export const isPublicPath = (pathname: string): boolean =>
  PUBLIC_FILES.has(pathname) || PUBLIC_ROUTES.has(pathname) || pathname.startsWith(BUILD_OUTPUT)
