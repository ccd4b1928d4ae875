/**
 * Watching a heavy home: the time of one sample, idle and with a commit before each, the CPU of five idle
 * minutes, and memory growth over ten thousand samples.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SAMPLE_EVERY_MS } from '../../lib/service/watch/sampler.ts'
import { MINUTE_MS } from '../../lib/shared/time.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { SERVE_ENV } from '../project.ts'
import { type BenchRow, benchRow, percentile } from './bench-row.ts'
import { watchedHome } from './watched-home.ts'

const SAMPLES = 400
const P50_LIMIT_MS = 5
const CPU_LIMIT_PERCENT = 1
const GROWTH_LIMIT_MB = 5
const IDLE_MS = 5 * MINUTE_MS

export async function benchWatch(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
  const quiet = takeSamples(heavyHome, join(tempDir, 'watch-quiet-data'))
  await quiet.times(SAMPLES, async () => undefined)
  quiet.close()
  const writer = await startWriter(join(heavyHome, 'state.db'))
  const busy = takeSamples(heavyHome, join(tempDir, 'watch-busy-data'))
  try {
    await writer.ask(PREPARE)
    await busy.times(SAMPLES, async () => void (await writer.ask(COMMIT)))
  } finally {
    await writer.stop()
    busy.close()
  }
  return [
    benchRow('watch: first sample of a home', quiet.firstMs, 'ms'),
    benchRow('watch: a sample p50, no writes', percentile(quiet.took, 50), 'ms', P50_LIMIT_MS),
    benchRow('watch: a sample p99, no writes', percentile(quiet.took, 99), 'ms'),
    benchRow('watch: a sample p50, a commit before each', percentile(busy.took, 50), 'ms', P50_LIMIT_MS),
    benchRow('watch: a sample p99, a commit before each', percentile(busy.took, 99), 'ms'),
    benchRow(
      'watch: samples of 5 idle minutes, share of a core',
      idleShare(heavyHome, tempDir),
      '%',
      CPU_LIMIT_PERCENT,
    ),
    benchRow(
      'watch: memory grown by 10,000 samples (RSS)',
      await grownMb(heavyHome, tempDir),
      'MB',
      GROWTH_LIMIT_MB,
    ),
  ]
}

/** Samples at the server's interval, without waiting. */
function takeSamples(path: string, dataDir: string) {
  const took: number[] = []
  const beganMs = Date.now()
  let elapsedMs = 0
  const { sampler, close } = watchedHome(path, dataDir, {
    clock: () => beganMs + elapsedMs,
    elapsed: () => elapsedMs,
  })
  const sampleMs = (): number => {
    elapsedMs += SAMPLE_EVERY_MS
    const startedMs = performance.now()
    sampler.takeSample()
    return performance.now() - startedMs
  }
  return {
    firstMs: sampleMs(),
    took,
    close,
    times: async (count: number, before: () => Promise<void>) => {
      for (let taken = 0; taken < count; taken += 1) {
        await before()
        took.push(sampleMs())
      }
    },
  }
}

/** Runs inside the writer: a message and its counters, in a transaction like Hermes'. */
const PREPARE = `{
  const { id } = db.prepare('SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY started_at DESC').get();
  const message = db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'assistant', ?, ?)");
  const session = db.prepare('UPDATE sessions SET message_count = message_count + 1, input_tokens = input_tokens + 900 WHERE id = ?');
  globalThis.commit = db.transaction(() => { message.run(id, 'Done. '.repeat(50), Date.now() / 1000); session.run(id); });
  true
}`.replaceAll('\n', ' ')
const COMMIT = 'globalThis.commit() ?? 1'

function idleShare(path: string, tempDir: string): number {
  let elapsedMs = 0
  const { sampler, close } = watchedHome(path, join(tempDir, 'watch-bench-data'), {
    clock: Date.now,
    elapsed: () => elapsedMs,
  })
  sampler.takeSample()
  const before = process.cpuUsage()
  for (; elapsedMs < IDLE_MS; elapsedMs += SAMPLE_EVERY_MS) sampler.takeSample()
  const { user, system } = process.cpuUsage(before)
  close()
  return ((user + system) / 1000 / IDLE_MS) * 100
}

/** In a separate process, so that nothing else grows. */
async function grownMb(path: string, tempDir: string): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--max-semi-space-size=4', join(import.meta.dirname, 'watch-memory.ts'), path, tempDir],
    {
      env: { ...process.env, ...SERVE_ENV },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [printed, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')])
  if (code !== 0) throw new Error('The memory benchmark failed.')
  return Number(Buffer.concat(printed).toString('utf8'))
}
