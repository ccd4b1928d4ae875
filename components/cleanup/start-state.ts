/** The URL parameters of the cleanup page: ticked boxes, the earlier plan, and the last message. */
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import { ACTIONS, type Action } from '@/lib/domain/plan/action'
import { WEEKLY } from '@/lib/domain/plan/default-policies'

export type StartState = {
  readonly home: string | null
  /** An earlier plan whose steps fill the form. */
  readonly from: string | null
  readonly ticked: readonly Action[]
  /** Why no plan was made, as one of the fixed messages. */
  readonly said: string | null
}

const SAID: Readonly<Record<string, string>> = {
  'nothing-asked': 'Choose at least one thing to clean.',
  'bad-input': 'A field holds what it cannot mean. Ages are whole days.',
  'no-such-finding': 'This was found no more; look again.',
  [NO_SUCH_HOME.code]: NO_SUCH_HOME.message,
  'signed-out': 'You are signed out. Sign in and try again.',
  'store-unavailable': 'Steward could not write its own notes. Look at the room on the disk of STEWARD_DATA.',
}

/** Always one of the fixed messages, whatever the URL contains. */
function saidAs(code: string | null): string | null {
  if (code === null) return null
  return Object.hasOwn(SAID, code) ? (SAID[code] ?? null) : 'Something kept it from being made. Try again.'
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** Anything unreadable means the default, never an error. */
export function parseStart(params: Params): StartState {
  const text = (name: string): string | null => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const named = new Set((text('with') ?? '').split(','))
  return {
    home: text('home'),
    from: text('from'),
    ticked: text('preset') === 'weekly' ? WEEKLY : ACTIONS.filter((action) => named.has(action)),
    said: saidAs(text('said')),
  }
}

export const weeklyHref = (homeId: string): string =>
  `/cleanup?${new URLSearchParams({ home: homeId, preset: 'weekly' })}#own`
