/**
 * How long scanning a large home takes, compared with `du` on the same warm tree. They alternate, so that
 * other load affects them equally.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { scanHome } from '../../lib/collect/scan/scan-home.ts'
import type { ScanCache } from '../../lib/collect/scan/scan-types.ts'
import { makeScanTree } from '../../lib/testing/presets/scan-tree.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const ROUNDS = 5
const FIRST_LIMIT = 0.85
const AGAIN_LIMIT = 0.05

export async function benchScan(tempDir: string): Promise<BenchRow[]> {
  const home = join(tempDir, 'scan-bench-home')
  makeScanTree(home, Date.now())
  const du = () => execFileSync('du', ['-s', home])
  const scan = (cache: ScanCache | null) =>
    scanHome({ homePath: home, cache, full: false, nowMs: Date.now() })
  du()
  const times = { du: [] as number[], first: [] as number[], again: [] as number[] }
  let files = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    times.du.push((await timed(async () => du())).ms)
    const first = await timed(() => scan(null))
    times.first.push(first.ms)
    const again = await timed(() => scan(first.value.cache))
    times.again.push(again.ms)
    const { storage } = again.value
    files = storage.ok ? storage.value.classes.reduce((sum, part) => sum + part.files, 0) : 0
  }
  const duMs = median(times.du)
  return [
    benchRow('scan: files in the tree', files, 'files'),
    benchRow('scan: du -s', duMs, 'ms'),
    benchRow('scan: first full scan', median(times.first), 'ms'),
    benchRow('scan: first full scan / du -s', median(times.first) / duMs, '×', FIRST_LIMIT),
    benchRow('scan: unchanged', median(times.again), 'ms'),
    benchRow('scan: unchanged / du -s', median(times.again) / duMs, '×', AGAIN_LIMIT),
  ]
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedMs = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedMs }
}
