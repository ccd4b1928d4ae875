import Check from 'lucide-react/icons/check'
import { EmptyState } from '@/components/ui/empty-state'
import type { Overview } from '@/lib/domain/overview/overview'
import { FindingRow } from './finding-row'
import { allStay, FINDINGS_NOTE, FINDINGS_TITLE, NOTHING_IN_READ, unknownSoFar } from './words'

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
          {FINDINGS_TITLE}
        </h2>
        {findings.length > 0 && <p className="mt-0.5 text-support text-text-3">{FINDINGS_NOTE}</p>}
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
      <EmptyState title={NOTHING_IN_READ} minHeight={160}>
        {unknownSoFar(unread)}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Check size={24} strokeWidth={1.2} />} title="Nothing to clean" minHeight={160}>
      {allStay(sessions?.total ?? 0, files?.transcripts.count ?? 0)}
    </EmptyState>
  )
}
