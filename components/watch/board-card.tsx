import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: ReactNode; children?: ReactNode; className?: string }

/** A card of the Watch board without inner padding. */
export function BoardCard({ title, aside, children, className = '' }: Props) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded-card border border-line bg-surface ${className}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <h2 id={headingId} className="min-w-0 flex-1 basis-48 text-card font-strong wrap-break-word">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
