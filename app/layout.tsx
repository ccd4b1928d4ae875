import type { Metadata } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { ThemeColor } from '@/components/shell/theme-color'
import './globals.css'

const inter = localFont({
  src: './fonts/inter-latin-wght-400-600.woff2',
  weight: '400 600',
  variable: '--font-inter',
})
const jetbrains = localFont({
  src: './fonts/jetbrains-mono-latin-400.woff2',
  weight: '400',
  variable: '--font-jetbrains',
  preload: false,
  // Text does not wait for this font and does not change once painted: the font is used only if it arrives in
  // time.
  display: 'optional',
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { default: 'Hermes Steward', template: '%s · Hermes Steward' },
  description: 'See what your Hermes agents keep.',
  manifest: '/site.webmanifest',
  icons: {
    // Without the size, Chrome prefers the bitmap to the SVG.
    icon: [
      { url: '/favicon.ico', sizes: '32x32' },
      { url: '/icon.svg', type: 'image/svg+xml' },
    ],
    apple: '/apple-touch-icon.png',
  },
}

/** Reading the nonce makes every page dynamic. A page rendered at build time could not carry one. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    // The theme script sets an attribute here before the first paint, which the server does not know about.
    <html lang="en" className={`${inter.variable} ${jetbrains.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider attribute="data-theme" defaultTheme="dark" enableSystem={false} nonce={nonce}>
          <ThemeColor />
          {children}
        </ThemeProvider>
      </body>
    </html>
  )
}
