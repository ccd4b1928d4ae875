import Check from 'lucide-react/icons/check'
import { EmptyState } from '@/components/ui/empty-state'
import type { Overview } from '@/lib/domain/overview/overview'
import { formatPlural } from '@/lib/shared/numbers'
import { FindingRow } from './finding-row'

type Props = {
  overview: Overview
  homeId: string
  /** Prepares the plan for a finding and opens it. */
  startFinding: (form: FormData) => Promise<void>
}

export function Findings({ overview, homeId, startFinding }: Props) {
  const { findings } = overview
  const mostBytes = Math.max(1, ...findings.map((finding) => finding.bytes))
  return (
    <section aria-labelledby="findings" className="rounded-card border border-line bg-surface">
      <header className="px-3 pt-3 pb-2 md:px-4 md:pt-3.5">
        <h2 id="findings" className="text-card font-strong">
          What can go, largest first
        </h2>
        {findings.length > 0 && (
          <p className="mt-0.5 text-support text-text-3">
            Each opens a preview. Nothing moves until you approve it.
          </p>
        )}
      </header>
      {findings.length === 0 ? (
        <NothingFound overview={overview} />
      ) : (
        <ol>
          {findings.map((finding, index) => (
            <li key={finding.code} className="border-t border-line first:border-t-0">
              <FindingRow
                finding={finding}
                rank={index + 1}
                barShare={finding.bytes / mostBytes}
                homeId={homeId}
                startFinding={startFinding}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Says what was checked. If something could not be read, it makes no such claim. */
function NothingFound({ overview }: { overview: Overview }) {
  const { sessions, files, disk } = overview
  const unread = [
    ...(sessions === null ? ['sessions'] : []),
    ...(files === null ? ['transcripts'] : []),
    ...(disk.homeBytes === null ? ['the disk'] : []),
  ]
  if (unread.length > 0) {
    return (
      <EmptyState title="Nothing found in what was read" minHeight={160}>
        Unknown so far: {unread.join(', ')}.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Check size={24} strokeWidth={1.2} />} title="Nothing to clean" minHeight={160}>
      {`${formatPlural(sessions?.total ?? 0, 'session')}, ${formatPlural(files?.transcripts.count ?? 0, 'transcript')} and all other files were judged, and all stay.`}
    </EmptyState>
  )
}
