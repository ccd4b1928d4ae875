/** Builds the overview of an assessed home and its stored samples. Pure. See overview.ts for the shape. */
import { plainText } from '../../shared/plain-text.ts'
import { toIso } from '../../shared/time.ts'
import { tallyCronJobs } from '../cron/cron-tally.ts'
import type { FindingDraft } from '../findings/draft.ts'
import { findAll } from '../findings/find-all.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { noticesOf } from '../home/notices.ts'
import type { StorageSample } from '../home/sample.ts'
import { cronJobsOverview } from './cron-jobs-overview.ts'
import { diskOverview } from './disk-overview.ts'
import { filesOverview } from './files-overview.ts'
import type { BurnOverview, Finding, Overview } from './overview.ts'
import { sessionsOverview } from './sessions-overview.ts'
import { tokensOverview } from './tokens-overview.ts'

export type Memory = {
  /** Every sample of the last days, for rates. */
  readonly storage: readonly StorageSample[]
  /** A bounded number of samples over months, for the chart. */
  readonly history: readonly StorageSample[]
}

/** What is known beside the assessed home. */
type Beside = Memory & { readonly burn: BurnOverview }

/** `drafts` are the current findings, for a caller that already has them. */
export function buildOverview(
  home: AssessedHome,
  { burn, ...memory }: Beside,
  nowMs: number,
  drafts: readonly FindingDraft[] = findAll(home, nowMs),
): Overview {
  return {
    seenAt: toIso(home.snapshot.seenAtMs) ?? '',
    demo: home.snapshot.home.demo,
    sessions: home.sessions === null ? null : sessionsOverview(home.sessions, nowMs),
    files: home.files === null ? null : filesOverview(home.files, listedAt(home), nowMs),
    disk: diskOverview(home, drafts, memory, nowMs),
    tokens: home.sessions === null ? null : tokensOverview(home.sessions, home.snapshot.auxiliary),
    cronJobs: hasJobs(home) ? cronJobsOverview(tallyCronJobs(home, nowMs)) : null,
    burn,
    findings: drafts.map(({ byClass: _, ...finding }): Finding => withPlainExamples(finding)),
    notices: noticesOf(home.snapshot, nowMs).map(({ title, detail, ...notice }) => ({
      ...notice,
      title: plainText(title),
      detail: plainText(detail),
    })),
  }
}

/** While neither rows nor files are known, an empty list would claim that there are no jobs. */
const hasJobs = ({ sessions, files }: AssessedHome): boolean => sessions !== null || files !== null

const listedAt = ({ snapshot: { sessionFiles } }: AssessedHome): number | null =>
  sessionFiles.ok ? sessionFiles.value.countedAtMs : null

const withPlainExamples = (finding: Finding): Finding => ({
  ...finding,
  examples: finding.examples.map((example) => ({ ...example, label: plainText(example.label) })),
})
