/**
 * Restores saved sessions under their own ids, line by line. A child saved before its parent is linked once
 * the parent exists. Running it again finishes a killed restore.
 */
import type { TrigramFault } from '../../../domain/database/trigrams.ts'
import { TRIGRAM_RESTORE_WORDS } from '../../../domain/database/words.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import { DONE, skip } from '../check-session.ts'
import type { Outcomes } from '../delete-sessions.ts'
import type { HomeWriter } from '../open-writer.ts'
import type { Row } from '../row-text.ts'
import { readSaved, type SavedLines } from '../saved-rows.ts'
import type { SavedLine } from '../saved-session.ts'
import { isLarge } from '../session-size.ts'
import { toOutcome, unreadable, type WriteFault } from '../write-fault.ts'
import { checkRestore, type RestoreCheck, type RestoreConflict } from './check-restore.ts'
import { type LateLink, sessionInserter } from './insert-session.ts'
import { largeRestorer } from './restore-large.ts'
import { smallRestorer } from './restore-small.ts'

export type RestoreOptions = {
  /** Null means every session in the lines. */
  readonly only: ReadonlySet<string> | null
  /** By parent: sessions restored earlier, which are linked to it once it is restored. */
  readonly lateChildren?: ReadonlyMap<string, readonly string[]>
  /** Checked between sessions. */
  readonly stop: () => boolean
}

/**
 * `lines` may be called several times and starts over each time. Returns one outcome per requested session.
 * Throws only if the save cannot be read before anything is written.
 */
export async function restoreSessions(
  writer: HomeWriter,
  lines: () => SavedLines,
  { only, lateChildren = NO_CHILDREN, stop }: RestoreOptions,
): Promise<Outcomes> {
  const check = await checkRestore(writer, lines(), only)
  const outcomes = new Map<string, Outcome>([...(only ?? [])].map((id) => [id, NOT_IN_SAVE]))
  for (const { sessionId, code, message, isBlocking } of check.conflicts)
    if (isBlocking)
      outcomes.set(
        sessionId,
        isOwnReason(code) ? { kind: 'skipped', code, message } : skip('place-taken', message),
      )
  const links: LateLink[] = []
  const prompts = new Map<string, Row>()
  const small = smallRestorer(writer, prompts, (restored) => {
    outcomes.set(restored.id, restored.outcome)
    links.push(...restored.links)
  })
  const restoreLarge = largeRestorer(writer, prompts, lines)
  try {
    for await (const line of readSaved(lines())) {
      keepPrompts(prompts, line, check)
      if (!check.free.has(line.id)) continue
      if (line.kind === 'session' && stop()) outcomes.set(line.id, skip('stopped'))
      else if (line.kind === 'session' && isSmall(line)) await small.add(line)
      else if (line.kind === 'session' || outcomes.get(line.id) === DONE) {
        await small.flush()
        const restored = await restoreLarge(line)
        outcomes.set(line.id, restored.outcome)
        links.push(...restored.links)
      }
    }
  } catch (error) {
    // Outcomes from before the save became unreadable stay valid.
    for (const id of check.free)
      if (!isSettled(outcomes.get(id))) outcomes.set(id, toOutcome(unreadable(error)))
  }
  await small.flush()
  const all = [...links, ...childLinks(lateChildren, outcomes)]
  const fault = await linkLate(writer, all)
  if (fault !== null) for (const { sessionId } of all) outcomes.set(sessionId, toOutcome(fault))
  return withNotes(outcomes, check)
}

const isOwnReason = (code: RestoreConflict['code']): code is TrigramFault | 'too-large' =>
  code === 'too-large' || code in TRIGRAM_RESTORE_WORDS

const NO_CHILDREN: ReadonlyMap<string, readonly string[]> = new Map()

const childLinks = (byParent: ReadonlyMap<string, readonly string[]>, outcomes: Outcomes): LateLink[] =>
  [...byParent]
    .filter(([parent]) => outcomes.get(parent)?.kind === 'done')
    .flatMap(([value, children]) =>
      children.map((sessionId) => ({ sessionId, column: 'parent_session_id', value, wasMissing: false })),
    )

/** Adds what could not be restored to a session's outcome. */
function withNotes(outcomes: ReadonlyMap<string, Outcome>, { conflicts }: RestoreCheck): Outcomes {
  const noted = new Map(outcomes)
  for (const { sessionId, message, isBlocking } of conflicts) {
    const outcome = noted.get(sessionId)
    if (isBlocking || outcome?.kind !== 'done') continue
    noted.set(sessionId, { ...outcome, note: joinNotes(outcome.note, message) })
  }
  return noted
}

export const joinNotes = (...notes: readonly (string | undefined)[]): string =>
  notes.filter((note) => note !== undefined && note !== '').join(' ')

const isSettled = (outcome: Outcome | undefined): boolean => outcome !== undefined && outcome !== NOT_IN_SAVE

const isSmall = ({ more, messages, bytes }: SavedLine): boolean =>
  !more && !isLarge({ messages: messages.length, bytes })

/** A prompt is saved with the first session that uses it, so prompts others need are kept until the end. */
function keepPrompts(prompts: Map<string, Row>, line: SavedLine, { promptUses }: RestoreCheck): void {
  if (line.kind === 'more') return
  for (const prompt of line.prompts)
    if (typeof prompt.hash === 'string' && promptUses.has(prompt.hash)) prompts.set(prompt.hash, prompt)
}

/** Links to sessions restored later, then links that were broken before, which need foreign keys off. */
async function linkLate(writer: HomeWriter, links: readonly LateLink[]): Promise<WriteFault | null> {
  const { link } = sessionInserter(writer)
  const exists = writer.db.prepare<[string]>('SELECT 1 FROM sessions WHERE id = ?')
  const isThere = ({ value }: LateLink) => typeof value === 'string' && exists.get(value) !== undefined
  const inOneTurn = async (chosen: (link: LateLink) => boolean): Promise<WriteFault | null> => {
    if (links.length === 0) return null
    const turn = await writer.turn(() => links.filter(chosen).forEach(link))
    return turn.ok ? null : turn.fault
  }
  const fault = await inOneTurn((each) => !each.wasMissing && isThere(each))
  if (fault !== null || !links.some(({ wasMissing }) => wasMissing)) return fault
  writer.db.pragma('foreign_keys = OFF')
  try {
    return await inOneTurn(({ wasMissing }) => wasMissing)
  } finally {
    writer.db.pragma('foreign_keys = ON')
  }
}

const NOT_IN_SAVE: Outcome = {
  kind: 'failed',
  code: 'not-saved',
  message: 'The save does not hold it. Nothing was changed.',
}
