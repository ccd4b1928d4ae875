/**
 * Items no plan may touch, counted over the whole home. Every item is checked again before removal.
 */
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Protection } from '../sessions/session.ts'
import type { StorageClass } from '../storage/storage.ts'
import { PROTECTED_LABELS } from './words.ts'

export type ProtectedCountCode =
  | 'live'
  | 'routed'
  | 'leases'
  | 'lineage'
  | 'pinned'
  | 'unreachable'
  | 'yours'
  | 'unknown'

/** Only one of the two numbers applies. Null if it could not be counted. */
export type ProtectedCount = {
  readonly code: ProtectedCountCode
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

export function countProtected({ sessions, checkpoints, snapshot }: AssessedHome): ProtectedCount[] {
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

const items = (code: ProtectedCountCode, amount: number | null): ProtectedCount => ({
  code,
  label: PROTECTED_LABELS[code],
  unit: 'items',
  amount,
})

const bytes = (code: ProtectedCountCode, amount: number | null): ProtectedCount => ({
  ...items(code, amount),
  unit: 'bytes',
})
