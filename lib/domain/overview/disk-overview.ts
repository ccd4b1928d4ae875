/** Bytes per class with reclaimable bytes and growth. Every figure is measured or null. */
import { toIso } from '../../shared/time.ts'
import type { FindingDraft } from '../findings/draft.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { daysToFull, growthPerDay } from '../storage/growth.ts'
import type { StorageClass } from '../storage/storage.ts'
import type { Memory } from './build-overview.ts'
import type { ClassOverview, DiskOverview } from './overview.ts'

export function diskOverview(
  { snapshot }: AssessedHome,
  findings: readonly FindingDraft[],
  memory: Pick<Memory, 'storage' | 'history'>,
  nowMs: number,
): DiskOverview {
  const growth = growthPerDay(memory.storage, nowMs)
  const space = snapshot.space.ok ? snapshot.space.value : null
  const census = snapshot.storage.ok ? snapshot.storage.value : null
  const classes = (census?.classes ?? []).map(
    (usage): ClassOverview => ({
      ...usage,
      reclaimableBytes: reclaimable(findings, usage.id, usage.bytes),
      growthBytesPerDay: growth.byClass[usage.id] ?? null,
    }),
  )
  const sum = (of: (usage: ClassOverview) => number) =>
    census === null ? null : classes.reduce((total, usage) => total + of(usage), 0)
  return {
    totalBytes: space?.totalBytes ?? null,
    freeBytes: space?.freeBytes ?? null,
    homeBytes: sum(({ bytes }) => bytes),
    apparentBytes: sum(({ apparentBytes }) => apparentBytes),
    reclaimableBytes: sum(({ reclaimableBytes }) => reclaimableBytes),
    classes,
    growthBytesPerDay: growth.totalPerDay === null ? null : Math.round(growth.totalPerDay),
    daysToFull:
      space === null || growth.totalPerDay === null ? null : daysToFull(space.freeBytes, growth.totalPerDay),
    countedAt: toIso(census?.countedAtMs ?? null),
    history: memory.history.map(({ atMs, classes: bytes }) => ({ at: toIso(atMs) ?? '', classes: bytes })),
  }
}

/** Capped at the size of the class, because git sizes and the walk are measured at different times. */
const reclaimable = (findings: readonly FindingDraft[], id: StorageClass, bytes: number): number =>
  Math.min(
    bytes,
    findings.reduce((sum, { byClass }) => sum + (byClass[id] ?? 0), 0),
  )
