/** Outcomes of file actions and their texts. A file system error becomes an outcome; a bug is thrown. */
import type { Outcome, SkipCode } from '../../domain/plan/receipt/receipt.ts'
import { PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import { errorCode, isMissing, isNoSpace } from '../../platform/error-code.ts'
import type { PathFault } from './resolve-path.ts'

export const done = (freedBytes: number): Outcome => ({ kind: 'done', freedBytes })

export type FileSkip = keyof typeof WORDS

export const skipped = (code: FileSkip): Outcome => ({ kind: 'skipped', code, message: WORDS[code] })

/** `state` tells what happened to the item, usually "It is where it was." */
export function outcomeOf(error: unknown, state: string): Outcome {
  const code = errorCode(error)
  if (code === null) throw error
  if (isNoSpace(error)) return skipped('no-space')
  if (isMissing(error)) return skipped('file-gone')
  if (code === 'ELOOP') return skipped('not-a-plain-file')
  return { kind: 'failed', code, message: `The system says ${code}. ${state}` }
}

/**
 * Runs the steps after an item was renamed. If one fails, the item gets its name back. If that fails too, the
 * batch stays open and the next attempt finishes it.
 */
export function orUndo(act: () => Outcome, undo: () => boolean): Outcome {
  try {
    return act()
  } catch (error) {
    const outcome = outcomeOf(error, 'It is where it was.')
    const isUndone = attempt('', () => (undo() ? done(0) : outcome)).kind === 'done'
    return isUndone ? outcome : unfinished(error)
  }
}

/** The journal must not mark such a batch as done, so that the next attempt finishes it. */
export const UNFINISHED = 'unfinished'

export const unfinished = (error: unknown): Outcome => ({
  kind: 'failed',
  code: UNFINISHED,
  message: `The system says ${errorCode(error) ?? String(error)} in the middle of it. Nothing is lost, and the next try finishes it.`,
})

export const isUnfinishedOutcome = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && outcome.code === UNFINISHED

/** Turns file system errors into an outcome. */
export function attempt(state: string, act: () => Outcome): Outcome {
  try {
    return act()
  } catch (error) {
    return outcomeOf(error, state)
  }
}

export const skipForFault = (fault: PathFault): FileSkip =>
  fault === 'missing' ? 'file-gone' : 'not-a-plain-file'

const WORDS = {
  'file-changed': 'It was written or replaced after the preview, so it was left as it is.',
  'file-gone': 'It was already gone.',
  'only-copy': 'It may be the only copy of its messages by now, so it was left as it is.',
  'not-a-plain-file':
    'It is a link or something else than was seen, or a folder on the way to it is; it was left as it is.',
  'folder-changed': 'Something in it changed after the preview, so it was left as it is.',
  'other-disk': 'A disk is mounted in it, so it was left as it is. Unmount it first.',
  'in-use': 'Hermes is using it right now, so it was left as it is.',
  'place-taken': PLACE_TAKEN,
  'no-space': 'The disk is full, so it was left as it is.',
} as const satisfies Partial<Record<SkipCode, string>>
