/**
 * A home whose sessions are used, pruned, restored, imported and lost, and what a monitor reads of it after each step.
 * `used` is what Hermes really used in that step and Steward could see.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type HomeMetrics, metricsText, type ProcessMetrics } from '../../domain/watch/metrics.ts'
import { HomeMemory } from '../../service/observe/home-memory.ts'
import { HomeObserver } from '../../service/observe/home-observer.ts'
import { readMetrics } from '../../service/reports/read-metrics.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../clean-lab.ts'
import { smallHome } from '../presets/small-home.ts'
import { begin, burn, say, write } from './watch-lab.ts'

export type Scrape = {
  readonly step: string
  readonly used: number
  readonly metrics: HomeMetrics
  readonly text: string
}

export const PROCESS: ProcessMetrics = {
  version: '0.1.0',
  cpuSeconds: 1.5,
  residentBytes: 1,
  heapBytes: 1,
  startedSeconds: 1,
}
const LONG_AGO_MS = 200 * DAY_MS

export async function tellTokenStory(path: string): Promise<readonly Scrape[]> {
  const clock = { atMs: Date.now(), elapsedMs: 0 }
  smallHome(path, 'nov', clock.atMs, { checkpoints: [] })
  let steward = start(path, clock)
  const scrapes: Scrape[] = []
  const scrape = async (step: string, used: number): Promise<void> => {
    clock.atMs += MINUTE_MS
    clock.elapsedMs += MINUTE_MS
    steward.observer.sampler.takeSample()
    const metrics = await readMetrics(steward.observer, null, steward.lab.tools)
    scrapes.push({ step, used, metrics, text: metricsText([metrics], PROCESS) })
  }
  const backup = join(path, '..', 'backup.db')

  await scrape('the first reading', 0)
  write(path, (db) => {
    db.exec(`VACUUM INTO '${backup}'`)
    burn(db, 'chat_live_0', 1_000)
    say(db, 'chat_live_0', clock.atMs)
    begin(db, 'begun while watched', clock.atMs, 500)
  })
  await scrape('use of an old and a new session', 1_500)

  write(path, (db) => burn(db, 'ended_idle', 70))
  const receipt = await steward.lab.run(await steward.lab.plan(stepsOf('prune-sessions'), 'trash'))
  if (receipt.done < 5) throw new Error('the run pruned too little')
  await scrape('a prune, just after one of its sessions was used', 70)
  await steward.lab.restore(receipt.id)
  await scrape('a restore', 0)

  const removed = rowsOf(path, `id LIKE 'ended_%'`)
  if (removed.length < 5) throw new Error('nothing to prune by Hermes')
  write(path, (db) => {
    remove(db, `id LIKE 'ended_%'`)
    burn(db, 'chat_live_1', 30)
  })
  await scrape('a prune by Hermes, with use in the same minute', 30)

  steward.stop()
  clock.atMs += 2 * DAY_MS
  write(path, (db) => {
    remove(db, `id = 'begun while watched'`)
    burn(db, 'chat_live_1', 300)
    begin(db, 'begun while off', clock.atMs - HOUR_MS, 200)
  })
  steward = start(path, clock)
  await scrape('use and a prune by Hermes while Steward was off', 500)

  write(path, (db) => {
    for (const row of removed) begin(db, row.id, row.startedMs, row.input)
    begin(db, 'of another home', clock.atMs - LONG_AGO_MS, 400_000_000)
  })
  await scrape('sessions imported', 0)

  const overwrite = (input: number) =>
    write(path, (db) =>
      db.prepare(`UPDATE sessions SET input_tokens = ? WHERE id = 'of another home'`).run(input),
    )
  overwrite(1_000)
  await scrape('a counter overwritten with a lower value', 0)
  overwrite(400_000_025)
  await scrape('and with a higher one than ever', 25)

  write(path, (db) => {
    remove(db, 'true')
    db.exec(`ATTACH '${backup}' AS backup; INSERT INTO sessions SELECT * FROM backup.sessions`)
    db.exec('DETACH backup')
  })
  await scrape('state.db restored from an old backup', 0)
  write(path, (db) => {
    burn(db, 'chat_live_2', 40)
    say(db, 'chat_live_2', clock.atMs)
  })
  await scrape('use after that', 40)
  steward.stop()
  return scrapes
}

type Steward = { readonly lab: CleanLab; readonly observer: HomeObserver; readonly stop: () => void }

function start(path: string, clock: { readonly atMs: number; readonly elapsedMs: number }): Steward {
  const lab = cleanLab(path, dataBeside(path), () => clock.atMs)
  const startedMs = clock.elapsedMs
  const elapsed = () => clock.elapsedMs - startedMs
  const observer = new HomeObserver(lab.home, new HomeMemory(lab.store, path, elapsed), {
    store: lab.store,
    readOnly: false,
    clock: () => clock.atMs,
    elapsed,
  })
  return {
    lab,
    observer,
    stop: () => {
      observer.stop()
      lab.store.close()
    },
  }
}

function rowsOf(path: string, where: string) {
  const db = new Database(join(path, 'state.db'), { readonly: true })
  try {
    return db
      .prepare<[], { id: string; startedMs: number; input: number }>(
        `SELECT id, started_at * 1000 AS startedMs, input_tokens AS input FROM sessions WHERE ${where}`,
      )
      .all()
  } finally {
    db.close()
  }
}

/** As Hermes removes sessions. */
function remove(db: Database.Database, where: string): void {
  const ids = `(SELECT id FROM sessions WHERE ${where})`
  db.exec(`UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id IN ${ids};
    DELETE FROM messages WHERE session_id IN ${ids}; DELETE FROM sessions WHERE ${where}`)
}
