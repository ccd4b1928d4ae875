/**
 * All sessions of a snapshot as a list needs them, with the bytes of their files and messages. Two views:
 * every row, or one entry per conversation.
 */
import { jobNameFromTitle } from '../../cron/cron.ts'
import type { AssessedHome, OwnedFile } from '../../home/assessed-home.ts'
import { type Conversation, findRelatives, type Relatives } from '../relatives.ts'
import type { Session } from '../session.ts'
import { eachFacet, type FacetColumn, type FacetKey, facetColumn } from './facet-column.ts'

export type TabulatedSessions = {
  /** The reads it was built from. */
  readonly made: { readonly rowsAtMs: number; readonly rows: number; readonly filesAtMs: number | null }
  readonly sessions: readonly Session[]
  readonly facets: Readonly<Record<FacetKey, FacetColumn>>
  /** On disk, and how many files. By index in `sessions`, null if the folder was not read. */
  readonly fileBytes: Float64Array | null
  readonly files: Uint32Array | null
  /** Inside the database. Null until every message is counted. */
  readonly messageBytes: Float64Array | null
  readonly relatives: Relatives
  /** The sessions of an entry, by the id it is shown under. Entries of one session are left out. */
  readonly members: ReadonlyMap<string, Conversation>
  readonly jobName: (jobId: string) => string
}

/**
 * Null while the rows are unknown. A new snapshot often shares its disk read with the previous one, so
 * columns that cannot have changed are reused from the previous table.
 */
export function tabulateSessions(
  home: AssessedHome,
  before: TabulatedSessions | null = null,
): TabulatedSessions | null {
  const { sessions, snapshot } = home
  if (sessions === null) return null
  const countedAtMs = snapshot.sessionFiles.ok ? snapshot.sessionFiles.value.countedAtMs : null
  const made = { rowsAtMs: snapshot.seenAtMs, rows: sessions.length, filesAtMs: countedAtMs }
  const sameRows = before?.made.rowsAtMs === made.rowsAtMs && before.made.rows === made.rows
  const sameFiles = sameRows && before.made.filesAtMs === made.filesAtMs
  return {
    made,
    sessions,
    facets: eachFacet((key) =>
      sameRows && key !== 'state' ? before.facets[key] : facetColumn(sessions, key),
    ),
    ...(sameFiles ? { fileBytes: before.fileBytes, files: before.files } : filesBeside(sessions, home.files)),
    messageBytes: sameRows ? before.messageBytes : messagesBeside(sessions, home.messageBytes),
    relatives: findRelatives(sessions),
    members: new Map(),
    jobName: sameRows ? before.jobName : makeJobName(home, sessions),
  }
}

function messagesBeside(
  sessions: readonly Session[],
  messageBytes: AssessedHome['messageBytes'],
): Float64Array | null {
  const column = new Float64Array(sessions.length)
  for (const [place, { id }] of sessions.entries()) {
    const bytes = messageBytes(id)
    if (bytes === null) return null
    column[place] = bytes
  }
  return column
}

function filesBeside(
  sessions: readonly Session[],
  owned: readonly OwnedFile[] | null,
): Pick<TabulatedSessions, 'fileBytes' | 'files'> {
  if (owned === null) return { fileBytes: null, files: null }
  const fileBytes = new Float64Array(sessions.length)
  const files = new Uint32Array(sessions.length)
  const byOwner = new Map<string, { bytes: number; files: number }>()
  for (const { owner, bytes } of owned) {
    if (typeof owner !== 'string') continue
    const tally = byOwner.get(owner) ?? { bytes: 0, files: 0 }
    tally.bytes += bytes
    tally.files += 1
    byOwner.set(owner, tally)
  }
  if (byOwner.size === 0) return { fileBytes, files }
  for (const [place, { id }] of sessions.entries()) {
    const tally = byOwner.get(id)
    if (tally === undefined) continue
    fileBytes[place] = tally.bytes
    files[place] = tally.files
  }
  return { fileBytes, files }
}

/**
 * From jobs.json, else from a run's title, which outlives the job. The smallest title, whatever the row
 * order.
 */
function makeJobName({ snapshot }: AssessedHome, sessions: readonly Session[]): (jobId: string) => string {
  const names = new Map(snapshot.jobs.ok ? snapshot.jobs.value.map(({ id, name }) => [id, name]) : [])
  const titled = new Map<string, string>()
  for (const { cronJobId, title } of sessions) {
    if (cronJobId === null || title === null || names.has(cronJobId)) continue
    const name = jobNameFromTitle(title)
    const present = titled.get(cronJobId)
    if (name !== null && (present === undefined || name < present)) titled.set(cronJobId, name)
  }
  return (jobId) => names.get(jobId) ?? titled.get(jobId) ?? jobId
}
