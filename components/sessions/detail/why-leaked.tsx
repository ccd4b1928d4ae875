import { useId } from 'react'
import type { MissingSign } from '@/lib/domain/sessions/why-leaked'
import { WHY_LEAKED, WHY_LEAKED_NOTE } from './words'

/** Every sign of life that was looked for and not found. */
export function WhyLeaked({ signs }: { signs: readonly MissingSign[] }) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface px-3 py-3 md:px-4"
    >
      <h2 id={headingId} className="text-card font-strong">
        {WHY_LEAKED}
      </h2>
      <p className="mt-0.5 text-support text-text-3">{WHY_LEAKED_NOTE}</p>
      <ul className="mt-2 grid gap-x-8 gap-y-1 text-text-2 lg:grid-cols-2">
        {signs.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </section>
  )
}
