/** The URL parameters of the cleanup page: ticked boxes, the earlier plan, and the last message. */

import { ACTIONS, type Action } from '@/lib/domain/plan/action'
import { WEEKLY } from '@/lib/domain/plan/default-policies'
import { startMessage } from './words'

export type StartState = {
  readonly home: string | null
  /** An earlier plan whose steps fill the form. */
  readonly from: string | null
  readonly ticked: readonly Action[]
  /** Why no plan was made, as one of the fixed messages. */
  readonly message: string | null
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** An invalid parameter means the default, never an error. */
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
    message: startMessage(text('message')),
  }
}

export const weeklyHref = (homeId: string): string =>
  `/cleanup?${new URLSearchParams({ home: homeId, preset: 'weekly' })}#own`
