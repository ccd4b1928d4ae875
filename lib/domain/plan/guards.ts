/**
 * Items no plan may touch, counted over the whole home. Every item passes these guards again before removal.
 */
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Protection } from '../sessions/session.ts'
import type { StorageClass } from '../storage/storage.ts'
import { GUARD_LABELS } from './words.ts'

export type GuardCode =
  | 'live'
  | 'routed'
  | 'leases'
  | 'lineage'
  | 'pinned'
  | 'unreachable'
  | 'yours'
  | 'unknown'

/** Only one of the two numbers applies. Null if it could not be counted. */
export type Guard = {
  readonly code: GuardCode
  readonly label: string
  readonly unit: 'items' | 'bytes'
  readonly amount: number | null
}

const LEASES: readonly Protection['code'][] = [
  'turn-lease',
  'compression-lock',
  'open-chat',
  'live-backend',
  'pending-delegation',
  'running-cron',
  'handoff-pending',
]

export function guardsOf({ sessions, checkpoints, snapshot }: AssessedHome): Guard[] {
  const protectedBy = (...codes: readonly Protection['code'][]): number | null =>
    sessions?.filter(({ protections }) => protections.some(({ code }) => codes.includes(code))).length ?? null
  const bytesOf = (id: StorageClass): number | null =>
    snapshot.storage.ok ? (snapshot.storage.value.classes.find((each) => each.id === id)?.bytes ?? 0) : null
  return [
    items('live', sessions?.filter(({ state }) => state === 'live').length ?? null),
    items('routed', protectedBy('routed')),
    items('leases', protectedBy(...LEASES)),
    items('lineage', protectedBy('lineage')),
    items('pinned', protectedBy('pinned')),
    items('unreachable', checkpoints?.filter(({ state }) => state === 'unreachable').length ?? null),
    bytes('yours', bytesOf('yours')),
    bytes('unknown', bytesOf('unknown')),
  ]
}

const items = (code: GuardCode, amount: number | null): Guard => ({
  code,
  label: GUARD_LABELS[code],
  unit: 'items',
  amount,
})

const bytes = (code: GuardCode, amount: number | null): Guard => ({
  ...items(code, amount),
  unit: 'bytes',
})
