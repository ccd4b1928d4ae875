import Lock from 'lucide-react/icons/lock'
import type { HomeRefusal } from '@/lib/domain/home/home-status'
import { READ_ONLY_WAYS, stoppedWords } from './words'

type Props = { refusals: readonly HomeRefusal[] }

/** What cannot be changed and why. The first reason is visible; the others and what is still possible are on demand. */
export function ReadOnlyBanner({ refusals }: Props) {
  const first = refusals[0]
  if (first === undefined) return null
  const { title, rest } = stoppedWords(refusals)
  return (
    <details className="group border-b border-line-strong bg-raised px-4 md:px-6">
      <summary className="flex min-h-10 items-center gap-3 py-2">
        <Lock size={16} strokeWidth={1.5} className="flex-none" aria-hidden />
        <span className="min-w-0 flex-1 truncate group-open:whitespace-normal">
          <b className="font-strong">{title}.</b>{' '}
          <span className="text-text-2">{firstSentence(first.message)}</span>
        </span>
        <span className="flex-none font-medium whitespace-nowrap text-accent-text">
          <span className="group-open:hidden">{READ_ONLY_WAYS}</span>
          <span className="hidden group-open:inline">Close</span>
        </span>
      </summary>
      <ul className="max-w-prose list-disc space-y-1 pb-3 pl-11 text-text-2">
        {refusals.map((refusal) => (
          <li key={refusal.code + refusal.message}>{refusal.message}</li>
        ))}
        {rest !== null && <li>{rest}</li>}
      </ul>
    </details>
  )
}

const firstSentence = (message: string): string => /^.*?\.(?=\s|$)/.exec(message)?.[0] ?? message
