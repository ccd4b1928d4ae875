/**
 * An ordinary heavy turn, written into a test home row by row as Hermes does, and its light samples: a person
 * asks, and the agent works through tools for three minutes, reading 30 K of cached context three times a
 * minute. Recorded by `node scripts/record-heavy-turn.ts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { LightSample, SessionTick } from '../../domain/watch/light-sample.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { burn, call, say, watchHome, write } from './watch-lab.ts'

export const HEAVY_SESSION = 'heavy'
const FOR_MS = 3 * MINUTE_MS
const CALL_EVERY_MS = 20 * SECOND_MS
const SAMPLE_EVERY_MS = 5 * SECOND_MS

export type RecordedSample = {
  /** Since the person asked. */
  readonly afterMs: number
  readonly moved: readonly Omit<SessionTick, 'startedMs'>[]
}

/** The recording. */
export const recordedTurn = (): RecordedSample[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'heavy-turn.json'), 'utf8'))

/** The home must have a session of that name. Samples without activity are dropped. */
export function recordHeavyTurn(homePath: string): RecordedSample[] {
  const { clock, takeSample } = watchHome(homePath)
  takeSample()
  const askedMs = clock.atMs
  const samples: RecordedSample[] = []
  write(homePath, (db) => say(db, HEAVY_SESSION, clock.atMs, 'user'))
  for (let afterMs = SAMPLE_EVERY_MS; afterMs <= FOR_MS + SAMPLE_EVERY_MS; afterMs += SAMPLE_EVERY_MS) {
    if (afterMs % CALL_EVERY_MS === 0) write(homePath, (db) => step(db, clock.atMs, afterMs === FOR_MS))
    const sample = takeSample(SAMPLE_EVERY_MS)
    if (sample.moved.length > 0)
      samples.push({ afterMs: sample.atMs - askedMs, moved: sample.moved.map(withoutStart) })
  }
  return samples
}

/** One model call: input, tool calls and the tool's result. The last one is the answer. */
function step(db: Database.Database, atMs: number, isAnswer: boolean): void {
  const calls = JSON.stringify([
    call('read_file', JSON.stringify({ path: `src/${atMs}.ts` }), `call-${atMs}`),
  ])
  say(db, HEAVY_SESSION, atMs, 'assistant', isAnswer ? null : calls)
  if (!isAnswer) say(db, HEAVY_SESSION, atMs, 'tool')
  burn(db, HEAVY_SESSION, 900)
  db.prepare(
    `UPDATE sessions SET output_tokens = output_tokens + 350, cache_read_tokens = cache_read_tokens + 30000,
       cache_write_tokens = cache_write_tokens + 700, api_call_count = api_call_count + 1,
       message_count = message_count + ? WHERE id = ?`,
  ).run(isAnswer ? 1 : 2, HEAVY_SESSION)
}

const withoutStart = ({ startedMs: _, ...tick }: LightSample['moved'][number]) => tick
