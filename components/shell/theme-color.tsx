'use client'

import { useTheme } from 'next-themes'
import { useEffect } from 'react'

/** `--bg` of each theme in `app/globals.css`. */
const COLORS = { dark: '#0B0E11', light: '#F6F7F8' } as const

/**
 * Colors the browser's own bar like the page. A media query would follow the system instead of the chosen theme. The
 * server always renders dark, so the light color is set after hydration.
 */
export function ThemeColor() {
  const { resolvedTheme } = useTheme()
  useEffect(() => {
    const color = resolvedTheme === 'light' ? COLORS.light : COLORS.dark
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  }, [resolvedTheme])
  return <meta name="theme-color" content={COLORS.dark} />
}
