/**
 * Takes the files of sessions whose rows were deleted. If the system refuses one, the session is put back whole, because
 * a receipt must not report it as done. Without a save that is impossible, and the item fails with what stayed.
 */
import { areRowsGone, FILES_LEFT } from '../../../domain/plan/receipt/files-left.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../../domain/plan/target.ts'
import { moveToTrash } from '../../../execute/files/move-to-trash.ts'
import { done, isUnfinishedOutcome, UNFINISHED } from '../../../execute/files/outcomes.ts'
import { removeFile } from '../../../execute/files/remove-file.ts'
import { skip } from '../../../execute/rows/check-session.ts'
import type { Outcomes } from '../../../execute/rows/delete-sessions.ts'
import type { ItemOutcomes, Run } from '../run.ts'
import type { SessionRunItem } from './drop-sessions.ts'

/** What happens to sessions whose files are stuck, if they are not put back now. */
type Leave = keyof typeof LEAVE

/** Puts sessions back from their save. */
export type PutBack = {
  /** By item. Null if its files are back. */
  readonly files: (items: readonly SessionRunItem[]) => Promise<ReadonlyMap<string, Outcome | null>>
  /** By session id. */
  readonly rows: (sessionIds: ReadonlySet<string>) => Promise<Outcomes>
}

export async function takeFiles(
  run: Run,
  items: readonly SessionRunItem[],
  rows: Outcomes,
  putBack: PutBack | Leave,
): Promise<ItemOutcomes> {
  const outcomes: ItemOutcomes = new Map()
  const stuck = new Map<string, Outcome>()
  for (const { id, target } of items) {
    const outcome = rows.get(target.sessionId) ?? skip('stopped')
    const taken = outcome.kind === 'done' ? takeFilesOf(run, target.files) : outcome
    outcomes.set(id, taken)
    if (outcome.kind === 'done' && taken.kind !== 'done' && !isUnfinishedOutcome(taken)) stuck.set(id, taken)
  }
  if (stuck.size === 0) return outcomes
  if (typeof putBack === 'string') {
    for (const [id, outcome] of stuck) outcomes.set(id, LEAVE[putBack](describe(outcome)))
    return outcomes
  }
  const families = new Set(items.flatMap(({ id, together }) => (stuck.has(id) ? (together ?? []) : [])))
  const whole = items.filter(
    ({ id, together }) =>
      stuck.has(id) || (together !== null && families.has(together) && areRowsGone(outcomes.get(id) ?? null)),
  )
  for (const [id, outcome] of await putAllBack(whole, stuck, putBack)) outcomes.set(id, outcome)
  return outcomes
}

/** Files first: then rows that are back prove that the files are, also after a kill. */
async function putAllBack(
  items: readonly SessionRunItem[],
  stuck: ReadonlyMap<string, Outcome>,
  putBack: PutBack,
): Promise<ItemOutcomes> {
  const files = await putBack.files(items)
  const rows = await putBack.rows(new Set(items.map(({ target }) => target.sessionId)))
  return new Map(
    items.map(({ id, target }) => {
      const why = stuck.get(id) ?? skip('relative-skipped')
      const row = rows.get(target.sessionId)
      // Something newer has its place, so what was kept waits for a restore.
      if (row?.kind === 'skipped') return [id, removedAllTheSame(describe(why))]
      const isBack = row?.kind === 'done' && files.get(id) === null
      return [id, isBack ? putBackBecause(why) : notYetBack(describe(why))]
    }),
  )
}

const describe = (outcome: Outcome): string => (outcome.kind === 'done' ? '' : outcome.message)

const putBackBecause = (why: Outcome): Outcome =>
  why.kind === 'done' ? why : { ...why, message: `${why.message} The session was put back as it was.` }

const notYetBack = (why: string): Outcome => ({
  kind: 'failed',
  code: UNFINISHED,
  message: `${why} Nothing is lost, and the next try puts the session back or finishes it.`,
})

/** Without a copy: what stayed is a file without a session, which the next cleanup offers. */
const filesLeft = (why: string): Outcome => ({
  kind: 'failed',
  code: FILES_LEFT,
  message: `Its rows were deleted, but not all of its files. ${why}`,
})

/** A copy is kept, and only an item that is done can be restored. */
const removedAllTheSame = (why: string): Outcome => ({ kind: 'done', freedBytes: 0, note: why })

/** `kept`: this run does not put them back, but a restore can. */
const LEAVE = { later: notYetBack, never: filesLeft, kept: removedAllTheSame } as const

/** Done, or the first failure with a message that names every file that stayed. */
function takeFilesOf(run: Run, files: readonly FileFingerprint[]): Outcome {
  let freedBytes = 0
  let first: Exclude<Outcome, { kind: 'done' }> | null = null
  const left: string[] = []
  for (const fingerprint of files) {
    const outcome =
      run.disposition === 'trash'
        ? moveToTrash(run.home.path, run.receiptId, fingerprint)
        : removeFile(run.home.path, fingerprint)
    if (outcome.kind === 'done') freedBytes += outcome.freedBytes
    else if (isUnfinishedOutcome(outcome)) return outcome
    else if (outcome.code !== 'file-gone') {
      first ??= outcome
      left.push(`${fingerprint.path.at(-1)}: ${outcome.message}`)
    }
  }
  return first === null ? done(freedBytes) : { ...first, message: left.join(' ') }
}
