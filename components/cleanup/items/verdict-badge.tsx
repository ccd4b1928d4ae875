const STYLES = {
  'will go': 'border-accent-line bg-accent-weak text-accent-text',
  'comes back': 'border-accent-line bg-accent-weak text-accent-text',
  unticked: 'border-line-strong text-text-2',
  kept: 'border-line bg-raised text-text-2',
} as const

export type VerdictWord = keyof typeof STYLES

export function VerdictBadge({ verdict }: { verdict: VerdictWord }) {
  return (
    <span
      className={`inline-flex h-5 items-center whitespace-nowrap rounded-chip border px-1.5 text-axis ${STYLES[verdict]}`}
    >
      {verdict}
    </span>
  )
}
