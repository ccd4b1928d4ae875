/**
 * Everything in a home by class, what can be removed and by which action, and when the disk will be full.
 * This is the JSON of `GET /api/v1/homes/{home}/storage`; null means unknown.
 */
import { toIso } from '../../shared/time.ts'
import { type CheckpointPrune, checkpointPruneOf } from '../checkpoints/checkpoint-auto-prune.ts'
import type { DatabaseCount } from '../database/database-count.ts'
import type { FindingDraft } from '../findings/draft.ts'
import { findAll } from '../findings/find-all.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { noticesOf } from '../home/notices.ts'
import type { Memory } from '../overview/build-overview.ts'
import { diskOverview } from '../overview/disk-overview.ts'
import type { ClassOverview, DiskPoint, Finding, Notice } from '../overview/overview.ts'
import { type AutoPrune, predictAutoPrune } from '../sessions/auto-prune.ts'
import { type DiskForecast, forecastFull } from './forecast.ts'
import { type LargeFile, type LargeFolder, STORAGE_CLASSES, type StorageClass } from './storage.ts'
import { type TreemapClass, treemapOf } from './treemap.ts'
import { CLASS_WORDS } from './words.ts'

export type StorageReport = {
  readonly seenAt: string
  readonly countedAt: string | null
  readonly countTookMs: number | null
  readonly totalBytes: number | null
  readonly freeBytes: number | null
  readonly freeInodes: number | null
  readonly homeBytes: number | null
  readonly apparentBytes: number | null
  readonly files: number | null
  /** Used on this disk by anything else. */
  readonly elsewhereBytes: number | null
  readonly reclaimableBytes: number | null
  readonly classes: readonly StorageClassReport[]
  /** What can be removed now, largest first, with its action and its classes. */
  readonly canGo: readonly ReclaimableReport[]
  readonly treemap: readonly TreemapClass[]
  /** The same by file length. A class is divided only if the length of all its parts is known. */
  readonly treemapApparent: readonly TreemapClass[]
  /** When the database was last measured, which divides its part of the treemap; null until then. */
  readonly databaseCountedAt: string | null
  readonly largestFiles:
    | readonly (Omit<LargeFile, 'modifiedMs'> & { readonly modifiedAt: string | null })[]
    | null
  readonly largestFolders: readonly LargeFolder[] | null
  readonly forecast: DiskForecast
  readonly autoPrune: AutoPrune
  readonly checkpointPrune: CheckpointPrune
  readonly history: readonly DiskPoint[]
  /** Places that could not be read. Their bytes are missing from every sum. */
  readonly unread: readonly { readonly path: string; readonly detail: string }[]
  readonly notices: readonly Notice[]
}

type ReclaimableReport = {
  readonly finding: Finding['code']
  readonly title: string
  /** Null if the operator has to remove it by hand. */
  readonly action: Finding['action']
  readonly frees: Finding['frees']
  readonly bytes: number
  readonly classes: readonly { readonly id: StorageClass; readonly label: string; readonly bytes: number }[]
}

export type StorageClassReport = ClassOverview & {
  readonly label: string
  /** Whether Steward ever removes something of this class: by a cleanup, or by emptying its trash. */
  readonly touched: boolean
  readonly whyNever: string | null
  /** What can be removed now with its action; null if the operator has to remove it by hand. */
  readonly reclaimable: readonly {
    readonly finding: Finding['code']
    readonly action: Finding['action']
    readonly frees: Finding['frees']
    readonly bytes: number
  }[]
}

/**
 * Inputs beyond the snapshot: Steward's samples, Hermes' record of its last prune, the last database
 * measurement.
 */
export type StorageReportInput = {
  readonly memory: Pick<Memory, 'storage' | 'history'>
  readonly lastAutoPruneMs: number | null
  readonly databaseCount: DatabaseCount | null
}

export function storageReport(
  home: AssessedHome,
  { memory, lastAutoPruneMs, databaseCount }: StorageReportInput,
  nowMs: number,
  findings: readonly FindingDraft[] = findAll(home, nowMs),
): StorageReport {
  const { snapshot } = home
  const disk = diskOverview(home, findings, memory, nowMs)
  const census = snapshot.storage.ok ? snapshot.storage.value : null
  const breakdown = snapshot.breakdown.ok ? snapshot.breakdown.value : null
  const { totalBytes, freeBytes, homeBytes } = disk
  return {
    seenAt: toIso(snapshot.seenAtMs) ?? '',
    countedAt: disk.countedAt,
    countTookMs: census === null ? null : Math.round(census.tookMs),
    totalBytes,
    freeBytes,
    freeInodes: snapshot.space.ok ? snapshot.space.value.freeInodes : null,
    homeBytes,
    apparentBytes: disk.apparentBytes,
    files: census?.classes.reduce((sum, { files }) => sum + files, 0) ?? null,
    elsewhereBytes:
      totalBytes === null || freeBytes === null || homeBytes === null
        ? null
        : Math.max(0, totalBytes - freeBytes - homeBytes),
    reclaimableBytes: disk.reclaimableBytes,
    classes: disk.classes.map((usage) => ({
      ...usage,
      label: CLASS_WORDS[usage.id].label,
      touched: CLASS_WORDS[usage.id].whyNever === null,
      whyNever: CLASS_WORDS[usage.id].whyNever,
      reclaimable: findings.flatMap(({ code, action, frees, byClass }) => {
        const bytes = byClass[usage.id] ?? 0
        return bytes > 0 ? [{ finding: code, action, frees, bytes }] : []
      }),
    })),
    canGo: findings.flatMap(reclaimableOf).sort((a, b) => b.bytes - a.bytes),
    treemap: treemapOf(home, census?.classes ?? [], databaseCount),
    treemapApparent: treemapOf(home, census?.classes ?? [], databaseCount, 'apparentBytes'),
    databaseCountedAt: toIso(databaseCount?.atMs ?? null),
    largestFiles:
      breakdown?.files.map(({ modifiedMs, ...file }) => ({ ...file, modifiedAt: toIso(modifiedMs) })) ?? null,
    largestFolders: breakdown?.folders ?? null,
    forecast: forecastFull(memory.storage, freeBytes, nowMs),
    autoPrune: autoPruneOf(home, lastAutoPruneMs, nowMs),
    checkpointPrune: checkpointPruneOf(home, nowMs),
    history: disk.history,
    unread: census?.unread ?? [],
    notices: noticesOf(snapshot, nowMs),
  }
}

/** A finding that frees bytes, with its classes, largest first. */
function reclaimableOf({ code, title, action, frees, byClass }: FindingDraft): ReclaimableReport[] {
  const classes = STORAGE_CLASSES.map((id) => ({
    id,
    label: CLASS_WORDS[id].label,
    bytes: byClass[id] ?? 0,
  }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
  const bytes = classes.reduce((sum, each) => sum + each.bytes, 0)
  return bytes > 0 ? [{ finding: code, title, action, frees, bytes, classes }] : []
}

function autoPruneOf(home: AssessedHome, lastRanMs: number | null, nowMs: number): AutoPrune {
  const { snapshot } = home
  const config = snapshot.config.ok ? snapshot.config.value : null
  return predictAutoPrune({
    schema: snapshot.database.ok ? snapshot.database.value.capabilities.schemaVersion : null,
    enabled: config?.autoPrune ?? null,
    retentionDays: config?.retentionDays ?? null,
    intervalHours: config?.autoPruneIntervalHours ?? 24,
    lastRanMs,
    sessions: home.sessions,
    files: home.files,
    messageBytes: home.messageBytes,
    nowMs,
  })
}
