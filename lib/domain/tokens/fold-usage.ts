/**
 * Folds Hermes' usage per model and task onto the day its session began. The table is long, so rows are
 * processed in chunks and not kept.
 */
import { toUtcDay } from '../../shared/time.ts'
import { type CostedRow, sumCosts } from './cost-split.ts'
import { addTokens, beyond, NO_TOKENS, type TokenSums, tokensOf } from './token-sums.ts'

export type UsageRow = TokenSums & {
  readonly sessionId: string
  readonly model: string | null
  /** Empty for the conversation itself. */
  readonly task: string
  readonly calls: number
  readonly costUsd: number | null
}

export type UsageSum = {
  readonly tokens: TokenSums
  readonly sessions: number
  readonly calls: number
  readonly costUsd: number | null
}

/** Everything keyed by the UTC day the session began. */
export type UsageFold = {
  readonly seenAtMs: number
  /** day → model → usage of the conversations. */
  readonly models: ReadonlyMap<string, ReadonlyMap<string | null, UsageSum>>
  /** day → task → usage outside them. */
  readonly tasks: ReadonlyMap<string, ReadonlyMap<string, UsageSum>>
  /** Counts of session rows that no row here explains. */
  readonly unattributed: ReadonlyMap<string, TokenSums>
  /** Counts here that no session row has. */
  readonly excess: ReadonlyMap<string, TokenSums>
}

type Subject = CostedRow & {
  readonly id: string
  readonly startedMs: number
  readonly model: string | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

export class UsageFolder {
  readonly #models = new Map<string, Map<string | null, UsageSum>>()
  readonly #tasks = new Map<string, Map<string, UsageSum>>()
  readonly #sessions: ReadonlyMap<string, Subject>
  /** Session id → sum of its conversation rows. */
  readonly #booked = new Map<string, TokenSums>()

  constructor(sessions: readonly Subject[]) {
    this.#sessions = new Map(sessions.map((session) => [session.id, session]))
  }

  /** Rows of deleted sessions are left out, as in every other sum. */
  add(row: UsageRow): void {
    const session = this.#sessions.get(row.sessionId)
    if (session === undefined) return
    const day = toUtcDay(session.startedMs)
    if (row.task !== '') {
      addTo(this.#tasks, day, row.task, row, 1)
      return
    }
    const booked = this.#booked.get(row.sessionId)
    // A session that used two models counts for both.
    addTo(this.#models, day, row.model, row, 1)
    this.#booked.set(row.sessionId, addTokens(booked ?? NO_TOKENS, row))
  }

  /** Sessions without a usage row are assigned to the model they began with. */
  fold(seenAtMs: number): UsageFold {
    const unattributed = new Map<string, TokenSums>()
    const excess = new Map<string, TokenSums>()
    for (const session of this.#sessions.values()) {
      const day = toUtcDay(session.startedMs)
      const tokens = tokensOf(session)
      const booked = this.#booked.get(session.id)
      if (booked === undefined) {
        addTo(this.#models, day, session.model, { ...tokens, calls: 0, costUsd: sumCosts([session]) }, 1)
        continue
      }
      addDay(unattributed, day, beyond(tokens, booked))
      addDay(excess, day, beyond(booked, tokens))
    }
    return { seenAtMs, models: this.#models, tasks: this.#tasks, unattributed, excess }
  }
}

type Added = TokenSums & { readonly calls: number; readonly costUsd: number | null }

function addTo<Key>(
  days: Map<string, Map<Key, UsageSum>>,
  day: string,
  key: Key,
  row: Added,
  sessions: number,
): void {
  const inDay = days.get(day) ?? new Map<Key, UsageSum>()
  days.set(day, inDay)
  const sum = inDay.get(key) ?? { tokens: NO_TOKENS, sessions: 0, calls: 0, costUsd: null }
  inDay.set(key, {
    tokens: addTokens(sum.tokens, row),
    sessions: sum.sessions + sessions,
    calls: sum.calls + row.calls,
    costUsd: row.costUsd === null ? sum.costUsd : (sum.costUsd ?? 0) + row.costUsd,
  })
}

const addDay = (days: Map<string, TokenSums>, day: string, tokens: TokenSums): void =>
  void days.set(day, addTokens(days.get(day) ?? NO_TOKENS, tokens))
