/** What each refusal of a home blocks: an action of a plan, or an item of a run. */
import { assertNever } from '../../shared/assert-never.ts'
import { HOME_NOT_LOCKABLE, OTHER_STEWARD } from '../home/lock-refusals.ts'
import { ARCHIVE_NEEDS_ROOM } from '../home/refusals.ts'
import { ACTIONS, type Action } from './action.ts'
import type { InnerPath, Target } from './target.ts'

/** These block everything: nothing in the home may change, or nothing can be archived. */
const STOPS_ALL: ReadonlySet<string> = new Set([
  'read-only',
  'home-missing',
  'home-quarantined',
  'other-owner',
  'database-owner',
  'trash-owner',
  'trash-link',
  OTHER_STEWARD,
  HOME_NOT_LOCKABLE,
  ARCHIVE_NEEDS_ROOM,
])

/** These block actions in one folder. All others block actions that write rows. */
const STOPS_SOME: ReadonlyMap<string, ReadonlySet<Action>> = new Map<string, ReadonlySet<Action>>([
  ['sessions-owner', new Set(['prune-sessions', 'prune-files', 'orphan-files', 'gateway-entries'])],
  ['checkpoints-owner', new Set(['checkpoints'])],
  ['cron-owner', new Set(['cron-output'])],
  ['unknown-table', new Set(['prune-sessions', 'close-leaked', 'gateway-entries'])],
])

const WRITES_ROWS: ReadonlySet<Action> = new Set<Action>([
  'prune-sessions',
  'close-leaked',
  'gateway-entries',
  'compact-database',
])

export const stopsAction = (code: string, action: Action): boolean =>
  STOPS_ALL.has(code) || (STOPS_SOME.get(code) ?? WRITES_ROWS).has(action)

export const stoppedActions = (code: string): Action[] =>
  ACTIONS.filter((action) => stopsAction(code, action))

/** For refusals of ownership, which a run checks right before each batch. */
export const stopsTarget = (code: string, target: Target): boolean => stopsAction(code, actionOf(target))

/** Emptying the trash of a receipt, or writing a note into it. */
export const stopsTrash = (code: string, hasProjects: boolean): boolean =>
  STOPS_ALL.has(code) || (hasProjects && code === 'checkpoints-owner')

/** An action that writes to the same place. */
function actionOf(target: Target): Action {
  switch (target.kind) {
    case 'session':
      return 'prune-sessions'
    case 'leak':
      return 'close-leaked'
    case 'route':
      return 'gateway-entries'
    case 'database':
      return 'compact-database'
    case 'project':
      return 'checkpoints'
    case 'file':
      return byFolder(target.file.path)
    case 'folder':
      return byFolder(target.path)
    default:
      return assertNever(target)
  }
}

function byFolder([folder]: InnerPath): Action {
  if (folder === 'checkpoints') return 'checkpoints'
  return folder === 'cron' ? 'cron-output' : 'prune-files'
}
