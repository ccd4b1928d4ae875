import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  subtitle?: ReactNode
  /** Controls for the content. */
  tools?: ReactNode
  children: ReactNode
}

/** A titled card. Its content reaches the edges, as rows do. */
export function SectionCard({ title, subtitle, tools, children }: Props) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pt-3 pb-2 md:px-4 md:pt-3.5">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={headingId} className="text-card font-strong tracking-[-.005em] text-pretty wrap-break-word">
            {title}
          </h2>
          {subtitle !== undefined && (
            <p className="mt-0.5 max-w-[160ch] text-support text-pretty wrap-break-word text-text-3">
              {subtitle}
            </p>
          )}
        </div>
        {tools !== undefined && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
      </header>
      {children}
    </section>
  )
}
