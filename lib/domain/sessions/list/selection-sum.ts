/** Totals of a selection: sessions and bytes, and which of them will be kept in any case. */
import type { Protection } from '../session.ts'
import type { SessionItem } from './session-item.ts'
import type { SessionPicks } from './session-picks.ts'

/** One ticked line. In the conversation view it represents all of its sessions. */
export type SessionPick = {
  readonly id: string
  readonly others: readonly string[]
  readonly bytes: number | null
  readonly messageBytes: number | null
  readonly protection: Protection['code'] | null
  /** Open without a sign of life, so no prune removes it before it is closed. */
  readonly leaked: boolean
}

export type SelectionSum = {
  readonly lines: number
  readonly sessions: number
  /** Of what can be removed now. Null as soon as one is unknown. */
  readonly bytes: number | null
  readonly messageBytes: number | null
  readonly free: number
  /** Left open, and not otherwise protected. */
  readonly leaked: number
  readonly kept: readonly { readonly code: Protection['code']; readonly count: number }[]
}

export const pickOf = (item: SessionItem): SessionPick => ({
  id: item.id,
  others: [...(item.members?.shown.map(({ id }) => id) ?? []), ...(item.members?.moreIds ?? [])],
  bytes: item.bytes,
  messageBytes: item.messageBytes,
  protection: item.protections[0]?.code ?? null,
  leaked: item.state === 'leaked',
})

export function picksOf(picks: SessionPicks): SessionPick[] {
  const others = new Map(picks.members)
  const leaked = new Set(picks.leaked)
  return picks.ids.map((id, at) => ({
    id,
    others: others.get(id) ?? [],
    bytes: picks.bytes?.[at] ?? null,
    messageBytes: picks.messageBytes?.[at] ?? null,
    protection: picks.protections[at] ?? null,
    leaked: leaked.has(id),
  }))
}

export function sumPicks(picks: Iterable<SessionPick>): SelectionSum {
  const kept = new Map<Protection['code'], number>()
  const sum = { lines: 0, sessions: 0, free: 0, leaked: 0 }
  let bytes: number | null = 0
  let messageBytes: number | null = 0
  for (const pick of picks) {
    sum.lines += 1
    sum.sessions += 1 + pick.others.length
    if (pick.protection !== null) {
      kept.set(pick.protection, (kept.get(pick.protection) ?? 0) + 1)
      continue
    }
    if (pick.leaked) {
      sum.leaked += 1
      continue
    }
    sum.free += 1
    bytes = add(bytes, pick.bytes)
    messageBytes = add(messageBytes, pick.messageBytes)
  }
  const byCount = [...kept].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return { ...sum, bytes, messageBytes, kept: byCount.map(([code, count]) => ({ code, count })) }
}

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
