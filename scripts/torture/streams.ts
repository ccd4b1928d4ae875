/**
 * Holds very many event streams against the built server and looks at its memory meanwhile.
 * `node scripts/torture/streams.ts [STREAMS] [SECONDS]`; 200 for 60 s unless said. Ends with 1 when a stream misses
 * looks, when memory grows, or when one is left behind.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEventStreams } from '../../lib/testing/event-streams.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { buildOnce } from '../build-once.ts'
import { startServer } from '../server.ts'

const streams = Number(process.argv[2] ?? 200)
const seconds = Number(process.argv[3] ?? 60)
const TOKEN = 'token-for-the-torture-of-streams'
const LOOK_SECONDS = 5
const MOST_GROWTH_MB = 15
const CLEAN_WITHIN_MS = 10_000

if (!(await buildOnce())) process.exit(1)
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
const home = smallHome(join(folder, 'home'), 'aug', Date.now(), { checkpoints: [] }).path
const server = await startServer({
  HERMES_HOME: home,
  STEWARD_DATA: join(folder, 'data'),
  STEWARD_TOKEN: TOKEN,
})
const address = `${server.url}/api/v1/homes/main/watch`
const problems: string[] = []
try {
  const before = residentMb()
  const held = await openEventStreams(address, TOKEN, streams)
  const memory: number[] = []
  for (let second = 0; second < seconds; second += LOOK_SECONDS) {
    await wait(LOOK_SECONDS * 1_000)
    memory.push(residentMb())
  }
  const fewest = Math.min(...held.heard('state'))
  // The first look after opening and the last before closing may fall outside.
  if (fewest < seconds / LOOK_SECONDS - 2) problems.push(`one stream heard ${fewest} states in ${seconds} s`)
  if (held.ended() > 0) problems.push(`${held.ended()} streams were ended by the server`)
  const early = Math.max(...memory.slice(0, 3))
  const late = memory.at(-1) ?? early
  if (late - early > MOST_GROWTH_MB) problems.push(`memory grew from ${early} to ${late} MB`)
  held.close()
  const left = await streamsLeft()
  if (left > 0) problems.push(`${left} streams were left behind`)
  console.log(
    `streams: ${streams} held ${seconds} s, fewest states ${fewest}; memory ${before} MB before, ${early} early, ${late} late, ${residentMb()} after; ${left} left behind`,
  )
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(`streams: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1

function residentMb(): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_000)
}

async function streamsLeft(): Promise<number> {
  const deadline = Date.now() + CLEAN_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${address}?once=1`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const { streams: left }: { streams: number } = await answer.json()
    if (left === 0 || Date.now() > deadline) return left
    await wait(100)
  }
}
