/**
 * Items no plan may touch, counted over the whole home. Every item passes these guards again before removal.
 */
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Protection } from '../sessions/session.ts'
import type { StorageClass } from '../storage/storage.ts'

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
    items('live', 'Live sessions', sessions?.filter(({ state }) => state === 'live').length ?? null),
    items('routed', 'Sessions a chat is routed to', protectedBy('routed')),
    items('leases', 'Turns, locks and hand-offs', protectedBy(...LEASES)),
    items('lineage', 'Lineage of any of these', protectedBy('lineage')),
    items('pinned', 'Pinned sessions', protectedBy('pinned')),
    items(
      'unreachable',
      'Checkpoints of drives not mounted',
      checkpoints?.filter(({ state }) => state === 'unreachable').length ?? null,
    ),
    bytes('yours', 'Memories, skills, configuration', bytesOf('yours')),
    bytes('unknown', 'Files of unknown kind', bytesOf('unknown')),
  ]
}

const items = (code: GuardCode, label: string, amount: number | null): Guard => ({
  code,
  label,
  unit: 'items',
  amount,
})

const bytes = (code: GuardCode, label: string, amount: number | null): Guard => ({
  ...items(code, label, amount),
  unit: 'bytes',
})
