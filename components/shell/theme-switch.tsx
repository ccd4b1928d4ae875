'use client'

import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useTheme } from 'next-themes'
import { THEME_LABEL } from './words'

/** Both icons are rendered and CSS picks one, because the server does not know the theme. */
export function ThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme()
  return (
    <button
      type="button"
      aria-label={THEME_LABEL}
      onClick={() => setTheme(resolvedTheme === 'light' ? 'dark' : 'light')}
      className="inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text md:size-7"
    >
      <Sun size={16} strokeWidth={1.5} className="light:hidden" />
      <Moon size={16} strokeWidth={1.5} className="hidden light:block" />
    </button>
  )
}
