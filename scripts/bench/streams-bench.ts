/**
 * Two hundred browsers watch for a minute: whether each receives every sample, whether memory stays stable,
 * and whether all are released when they leave.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { openEventStreams } from '../../lib/testing/processes/event-streams.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type BenchRow, benchRow } from './bench-row.ts'

const STREAMS = 200
const HELD_SECONDS = 60
const SAMPLE_SECONDS = 5
const TOKEN = 'token-for-the-bench-of-streams'
const MAX_GROWTH_MB = 15
const CLEAN_WITHIN_MS = 10_000

export async function benchStreams(tempDir: string): Promise<BenchRow[]> {
  const home = smallHome(join(tempDir, 'home'), 'aug', Date.now(), { checkpoints: [] }).path
  const data = join(tempDir, 'streams-bench-data')
  const server = await startServer({ HERMES_HOME: home, STEWARD_DATA: data, STEWARD_TOKEN: TOKEN })
  const address = `${server.url}/api/v1/homes/main/watch`
  try {
    const held = await openEventStreams(address, TOKEN, STREAMS)
    const memory: number[] = []
    for (let second = 0; second < HELD_SECONDS; second += SAMPLE_SECONDS) {
      await wait(SAMPLE_SECONDS * 1_000)
      memory.push(residentMb(server))
    }
    const fewest = Math.min(...held.heard('state'))
    const ended = held.ended()
    held.close()
    // The cost of opening is over after a few samples. From then on memory must not grow.
    const early = Math.max(...memory.slice(0, 3))
    const late = memory.at(-1) ?? early
    return [
      // The first and last sample may fall outside.
      benchRow('streams: fewest samples received by one of 200 in a minute', fewest, '', {
        least: HELD_SECONDS / SAMPLE_SECONDS - 2,
      }),
      benchRow('streams: ended by the server meanwhile', ended, '', 0),
      benchRow('streams: memory with 200 open (RSS)', early, 'MB'),
      benchRow('streams: memory grown over the minute (RSS)', late - early, 'MB', MAX_GROWTH_MB),
      benchRow('streams: still open after all clients left', await streamsLeft(address), '', 0),
    ]
  } finally {
    await server.stop()
  }
}

function residentMb({ pid }: RunningServer): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}

async function streamsLeft(address: string): Promise<number> {
  const deadline = Date.now() + CLEAN_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${address}?once=1`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const { streams: left }: { streams: number } = await answer.json()
    if (left === 0 || Date.now() > deadline) return left
    await wait(100)
  }
}
