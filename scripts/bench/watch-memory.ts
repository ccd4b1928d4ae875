/**
 * Takes ten thousand samples of a home, with a commit before every tenth, and prints the memory growth in
 * megabytes.
 */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { SAMPLE_EVERY_MS } from '../../lib/service/watch/sampler.ts'
import { watchedHome } from './watched-home.ts'

const WARM_UP = 2_000
const SAMPLES = 10_000

const [path = '', data = ''] = process.argv.slice(2)
const hermes = new Database(join(path, 'state.db'))
// The writer simulates another process, so its memory does not count.
hermes.pragma('cache_size = -200')
const { id } = hermes
  .prepare<[], { id: string }>('SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY started_at DESC')
  .get() ?? { id: '' }
const message = hermes.prepare(
  "INSERT INTO messages (session_id, role, timestamp) VALUES (?, 'assistant', ?)",
)
const session = hermes.prepare('UPDATE sessions SET input_tokens = input_tokens + 900 WHERE id = ?')

const startedMs = Date.now()
let elapsedMs = 0
const { sampler, close } = watchedHome(path, join(data, 'watch-memory-data'), {
  clock: () => startedMs + elapsedMs,
  elapsed: () => elapsedMs,
})

/** Yields like the server, so that closed databases are freed. */
async function take(count: number): Promise<void> {
  for (let taken = 0; taken < count; taken += 1) {
    elapsedMs += SAMPLE_EVERY_MS
    if (taken % 10 === 0) {
      message.run(id, (startedMs + elapsedMs) / 1000)
      session.run(id)
    }
    sampler.takeSample()
    await nextTurn()
    // Collects garbage explicitly, because hours of samples pass within a minute.
    if (taken % 1_000 === 999) await rssMb()
  }
}

async function rssMb(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await nextTurn()
  }
  return process.memoryUsage.rss() / 1e6
}

await take(WARM_UP)
const before = await rssMb()
await take(SAMPLES)
console.log((await rssMb()) - before)
hermes.close()
close()
