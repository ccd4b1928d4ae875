import type { ReactNode } from 'react'

/** A short label beside a name. */
export function Chip({ children, warns = false }: { children: ReactNode; warns?: boolean }) {
  return (
    <span
      className={`inline-flex h-4 flex-none items-center rounded-chip border px-1 text-axis font-normal whitespace-nowrap ${warns ? 'border-warn-line bg-warn-weak text-warn-text' : 'border-line-strong text-text-2'}`}
    >
      {children}
    </span>
  )
}
