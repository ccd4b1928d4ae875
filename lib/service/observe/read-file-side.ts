/** One walk over a home's files, not yet assessed. Unchanged folders are taken from the last walk. */
import type { V2Measure } from '../../collect/checkpoints/measure-checkpoints.ts'
import { readCheckpoints } from '../../collect/checkpoints/read-checkpoints.ts'
import type { WorkdirProbes } from '../../collect/checkpoints/workdir-probes.ts'
import { scanHome } from '../../collect/scan/scan-home.ts'
import type { ScanCache, ScanProgress } from '../../collect/scan/scan-types.ts'
import type { CheckpointStore } from '../../domain/checkpoints/checkpoint.ts'
import type { HomeRef, Part } from '../../domain/home/home.ts'
import type { HomeSnapshot } from '../../domain/home/snapshot.ts'
import { readDiskSpace } from '../../platform/read-disk-space.ts'

export type FileSide = Pick<
  HomeSnapshot,
  'sessionFiles' | 'storage' | 'breakdown' | 'checkpoints' | 'cronOutputs' | 'notable' | 'space'
>

export type FilePass = {
  readonly home: HomeRef
  readonly cache: ScanCache | null
  /** Read every file, whatever the signatures say. */
  readonly full: boolean
  readonly nowMs: number
  readonly measured: ReadonlyMap<string, V2Measure>
  readonly probes: WorkdirProbes
  readonly onProgress: (progress: ScanProgress) => void
}

export async function readFileSide(pass: FilePass): Promise<{ side: FileSide; cache: ScanCache }> {
  const { home, cache, full, nowMs, onProgress } = pass
  const scan = await scanHome({ homePath: home.path, cache, full, nowMs, onProgress })
  const checkpoints = await readCheckpoints(home.path, scan, pass.probes)
  return {
    side: {
      sessionFiles: scan.sessionFiles,
      storage: scan.storage,
      breakdown: scan.breakdown,
      checkpoints: withMeasures(checkpoints, pass.measured),
      cronOutputs: scan.cronOutputs,
      notable: scan.notable,
      space: readDiskSpace(home.path),
    },
    cache: scan.cache,
  }
}

/** Sizes inside the shared store come from git later, one by one. Until then they are unknown. */
export function withMeasures(
  store: Part<CheckpointStore>,
  measured: ReadonlyMap<string, V2Measure>,
): Part<CheckpointStore> {
  if (!store.ok || measured.size === 0) return store
  const items = store.value.items.map((item) => {
    const measure = item.layout === 'v2' ? measured.get(item.id) : undefined
    if (measure === undefined) return item
    return {
      ...item,
      commits: measure.commits,
      bytes: measure.reachableBytes,
      exclusiveBytes: measure.exclusiveBytes,
    }
  })
  return { ok: true, value: { ...store.value, items } }
}
