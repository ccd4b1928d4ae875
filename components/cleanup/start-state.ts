/** What the address of the cleanup page says: which boxes start ticked, from which plan, and what was said last. */
import { ACTIONS, type Action } from '@/lib/domain/plan/action'
import { WEEKLY } from '@/lib/domain/plan/usual-policies'

export type StartLook = {
  readonly home: string | null
  /** An earlier plan whose steps fill the form. */
  readonly from: string | null
  readonly ticked: readonly Action[]
  readonly said: string | null
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** Anything unreadable means the default, never an error. */
export function parseStart(params: Params): StartLook {
  const text = (name: string): string | null => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const named = new Set((text('with') ?? '').split(','))
  return {
    home: text('home'),
    from: text('from'),
    ticked: text('preset') === 'weekly' ? WEEKLY : ACTIONS.filter((action) => named.has(action)),
    said: text('said')?.slice(0, 300) ?? null,
  }
}

export const weeklyHref = (homeId: string): string =>
  `/cleanup?${new URLSearchParams({ home: homeId, preset: 'weekly' })}#own`
