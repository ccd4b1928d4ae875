/** The URL parameters of a plan's page: which part of the plan is shown. */
export const PARTS = ['all', 'go', 'unticked', 'kept'] as const
export type PlanPart = (typeof PARTS)[number]

export type PlanFilter = {
  readonly part: PlanPart
  readonly q: string
  readonly step: number | null
  /** One group alone, by its key. */
  readonly group: string | null
  /** The plan this one was made again from. */
  readonly from: string | null
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** An invalid parameter means the default, never an error. */
export function parsePlanFilter(params: Params): PlanFilter {
  const text = (name: string): string => {
    const value = params[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    part: PARTS.find((part) => part === params.part) ?? 'all',
    q: text('q').slice(0, 200),
    step: /^\d{1,2}$/.test(text('step')) ? Number(text('step')) : null,
    group: text('group') || null,
    from: text('from') || null,
  }
}

export function filterQuery({ part, q, step, group, from }: PlanFilter): string {
  const query = new URLSearchParams()
  if (part !== 'all') query.set('part', part)
  if (q !== '') query.set('q', q)
  if (step !== null) query.set('step', String(step))
  if (group !== null) query.set('group', group)
  if (from !== null) query.set('from', from)
  return query.size === 0 ? '' : `?${query}`
}
