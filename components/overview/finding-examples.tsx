'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { QuantityText } from '@/components/ui/quantity'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { Finding } from '@/lib/domain/overview/overview'
import { bytesQuantity } from '@/lib/shared/numbers'

type Props = Pick<Finding, 'examples'> & { summary: ReactNode }

/** Examples render when opened, which saves work on a phone. Without JavaScript they are plain text. */
export function FindingExamples({ examples, summary }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The element may have been opened before hydration, which fires no event.
  useEffect(() => setOpen(details.current?.open === true), [])
  const list = <Examples examples={examples} />
  return (
    <details ref={details} className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {summary}
      {isOpen ? list : <noscript>{list}</noscript>}
    </details>
  )
}

const Examples = ({ examples }: Pick<Props, 'examples'>) => (
  <ul className="border-t border-line bg-inset px-3 py-2 text-support md:py-2 md:pr-4 md:pl-11">
    {examples.map(({ label, bytes, at }) => (
      <li key={label} className="flex min-h-6 items-center gap-3">
        <span className="flex min-w-0 flex-1 font-mono">
          <TruncateMiddle text={label} />
        </span>
        {at !== null && (
          <span className="text-text-3">
            <LocalTime iso={at} show="date" />
          </span>
        )}
        <span className="w-16 flex-none text-right">
          {bytes === null ? '' : <QuantityText {...bytesQuantity(bytes)} />}
        </span>
      </li>
    ))}
  </ul>
)
