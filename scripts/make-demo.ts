/**
 * Creates the demo home and its history in `steward.db`, so that a machine without Hermes shows a dashboard with data.
 * Its ages count from the moment it was created, so an old one is replaced.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WorkdirProbes } from '../lib/collect/checkpoints/workdir-probes.ts'
import type { HomeRef } from '../lib/domain/home/home.ts'
import type { Incident } from '../lib/domain/watch/incidents/incident.ts'
import { freeBytesAt } from '../lib/platform/disk-reserve.ts'
import { readDatabaseSide } from '../lib/service/observe/read-database-side.ts'
import { readFileSide } from '../lib/service/observe/read-file-side.ts'
import { formatBytes } from '../lib/shared/numbers.ts'
import { hasPassed, MINUTE_MS } from '../lib/shared/time.ts'
import { rememberHome } from '../lib/store/homes.ts'
import { openStore, type Store } from '../lib/store/open-store.ts'
import { recordCounterSample } from '../lib/store/samples/counter-samples.ts'
import { recordStorageSample } from '../lib/store/samples/storage-samples.ts'
import { writeIncident } from '../lib/store/watch/incidents.ts'
import { counterSampleOf } from '../lib/testing/presets/counter-sample-of.ts'
import { demoRunaway } from '../lib/testing/presets/demo-cron.ts'
import { makeDemoHome } from '../lib/testing/presets/demo-home.ts'
import { demoIncidents } from '../lib/testing/presets/demo-incidents.ts'
import { type DemoPresent, demoSamples } from '../lib/testing/presets/demo-samples.ts'

/** Ages stay in their bucket for at least ten minutes. Half of that is left for viewing the pages. */
const FRESH_FOR_MS = 5 * MINUTE_MS

/** Whether its ages are still in the buckets they were made for. */
export const isDemoFresh = (createdAtMs: number, nowMs: number): boolean =>
  Number.isFinite(createdAtMs) && !hasPassed(FRESH_FOR_MS, createdAtMs, nowMs)

/** What it takes, with some space to spare. */
const DEMO_BYTES = 450_000_000

/** A sentence for the terminal. Null if there is enough space, or an old demo to replace. */
export function refuseDemo(dataDir: string, freeBytes = freeBytesAt(dataDir)): string | null {
  if (freeBytes >= DEMO_BYTES || existsSync(join(dataDir, 'demo', 'created-at'))) return null
  return `A demo home needs ${formatBytes(DEMO_BYTES)} on the disk of ${dataDir}, which has ${formatBytes(freeBytes)} free. Free some space, or set STEWARD_DATA to a folder on another disk.`
}

/** The demo home's path below the data folder. */
export async function makeDemo(dataDir: string, nowMs: number): Promise<string> {
  const folder = join(dataDir, 'demo')
  const home = join(folder, 'home')
  const marker = join(folder, 'created-at')
  if (existsSync(marker) && isDemoFresh(Number(readFileSync(marker, 'utf8')), nowMs)) return home
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  makeDemoHome(home, nowMs)
  await writeHistory(dataDir, home, nowMs)
  writeFileSync(marker, String(nowMs))
  return home
}

async function writeHistory(dataDir: string, path: string, nowMs: number): Promise<void> {
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: true }
  const opened = openStore(dataDir)
  const present = await sampleOnce(home, nowMs)
  // Without a data folder the demo only lacks its history; the server reports why.
  if (!opened.ok || present === null) return
  try {
    writeSamples(opened.value, path, {
      ...demoSamples(nowMs, present),
      incidents: demoIncidents(nowMs, demoRunaway(nowMs)),
    })
  } finally {
    opened.value.close()
  }
}

async function sampleOnce(home: HomeRef, nowMs: number): Promise<DemoPresent | null> {
  const database = readDatabaseSide({ home, nowMs, withDatabase: () => null })
  const { side } = await readFileSide({
    home,
    cache: null,
    full: true,
    nowMs,
    measured: new Map(),
    probes: new WorkdirProbes(home.path),
    onProgress: () => undefined,
  })
  if (!side.storage.ok || !database.rows.ok) return null
  return {
    classes: Object.fromEntries(side.storage.value.classes.map(({ id, bytes }) => [id, bytes])),
    counters: counterSampleOf(
      {
        sessions: database.rows.value,
        database: database.database.ok ? database.database.value : null,
        space: side.space.ok ? side.space.value : null,
        lastMessageId: null,
      },
      nowMs,
    ),
  }
}

type DemoHistory = ReturnType<typeof demoSamples> & { readonly incidents: readonly Incident[] }

function writeSamples(store: Store, home: string, { counters, storage, incidents }: DemoHistory): void {
  const homeId = rememberHome(store, home)
  store.db.transaction(() => {
    for (const table of ['counter_sample', 'storage_sample', 'incident']) {
      store.db.prepare(`DELETE FROM ${table} WHERE home_id = ?`).run(homeId)
    }
    for (const sample of counters) recordCounterSample(store, homeId, sample)
    for (const sample of storage) recordStorageSample(store, homeId, sample)
    for (const incident of incidents) writeIncident(store, homeId, incident)
  })()
}
