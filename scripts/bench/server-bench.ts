/**
 * The production server on a heavy home: response times of the overview, idle and while an agent writes,
 * event loop blocks, memory and idle CPU.
 */
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type LineChild, startWriter } from '../../lib/testing/processes/line-child.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type BenchRow, benchRow, median, percentile } from './bench-row.ts'
import { KEEP_WRITING } from './keep-writing.ts'
import { makeProbe, type Probe, type ProbeReport, startIdleProcess } from './loop-probe-client.ts'

const ROUNDS = 5
const REQUESTS_A_ROUND = 2_000
const P50_LIMIT_MS = 15
const P99_LIMIT_MS = 50
const BLOCK_LIMIT_MS = 50
const RSS_LIMIT_MB = 250
const COUNTED_WITHIN_MS = 600_000
const IDLE_MS = 300_000
const IDLE_LIMIT_PERCENT = 1
const TOKEN = 'token-for-the-benchmark-alone'

export async function benchServer(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
  const data = join(tempDir, 'server-bench-data')
  const probe = makeProbe(tempDir, 'server')
  const server = await startServer({
    HERMES_HOME: heavyHome,
    STEWARD_DATA: data,
    STEWARD_TOKEN: TOKEN,
    ...probe.env,
  })
  const idle = await startIdleProcess(tempDir)
  try {
    await idle.probe.watch()
    const busy = [
      ...(await benchCounting(server, probe, data)),
      ...(await benchLoad(server, probe, 'quiet home')),
      ...(await benchBesideWriter(server, probe, join(heavyHome, 'state.db'))),
    ]
    const { longestBlockMs } = await idle.probe.rest()
    return [
      ...busy,
      benchRow('server: longest block of an idle process meanwhile', longestBlockMs, 'ms'),
      ...(await benchIdle(probe)),
    ]
  } finally {
    await idle.stop()
    await server.stop()
  }
}

/** From the first response until every message is counted, with a request every half second. */
async function benchCounting(server: RunningServer, probe: Probe, data: string): Promise<BenchRow[]> {
  const startedMs = performance.now()
  const ask = makeClient(server)
  await ask()
  await probe.watch()
  const took: number[] = []
  while (!isCounted(data)) {
    if (performance.now() - startedMs > COUNTED_WITHIN_MS) throw new Error('The messages were never counted.')
    took.push(await ask())
    await pause(500)
  }
  const blocks = blockRows(await probe.rest(), 'while counting')
  return [
    benchRow('server: all messages counted after', (performance.now() - startedMs) / 1000, 's'),
    benchRow('server: slowest overview while counting', Math.max(0, ...took), 'ms'),
    ...blocks,
  ]
}

function isCounted(data: string): boolean {
  const db = new Database(join(data, 'steward.db'), { readonly: true, fileMustExist: true })
  try {
    return db.prepare('SELECT 1 FROM index_state WHERE complete = 1').get() !== undefined
  } finally {
    db.close()
  }
}

async function benchLoad(server: RunningServer, probe: Probe, scene: string): Promise<BenchRow[]> {
  const ask = makeClient(server)
  for (let warm = 0; warm < 100; warm += 1) await ask()
  const rounds: number[][] = []
  await probe.watch()
  for (let round = 0; round < ROUNDS; round += 1) {
    const took: number[] = []
    for (let asked = 0; asked < REQUESTS_A_ROUND; asked += 1) took.push(await ask())
    rounds.push(took)
  }
  const blocks = blockRows(await probe.rest(), scene)
  const medianOf = (percent: number) => median(rounds.map((took) => percentile(took, percent)))
  return [
    benchRow(`server: overview p50, ${scene}`, medianOf(50), 'ms', P50_LIMIT_MS),
    benchRow(`server: overview p99, ${scene}`, medianOf(99), 'ms', P99_LIMIT_MS),
    benchRow(`server: overview slowest, ${scene}`, Math.max(...rounds.flat()), 'ms'),
    ...blocks,
  ]
}

const blockRows = ({ longestBlockMs, longestTurnCpuMs }: ProbeReport, scene: string): BenchRow[] => [
  benchRow(`server: longest block, ${scene}`, longestBlockMs, 'ms', BLOCK_LIMIT_MS),
  benchRow(`server: most processor time in one turn, ${scene}`, longestTurnCpuMs, 'ms'),
]

async function benchBesideWriter(server: RunningServer, probe: Probe, state: string): Promise<BenchRow[]> {
  const writer = await startWriter(state)
  try {
    await writer.ask(KEEP_WRITING)
    const rows = await benchLoad(server, probe, 'a commit every 100 ms')
    return [...rows, benchRow('server: messages committed meanwhile', await written(writer), 'messages')]
  } finally {
    await writer.stop()
  }
}

const written = async (writer: LineChild): Promise<number> => Number(await writer.ask('globalThis.written'))

/** Peak memory comes last, so that it covers the server's whole life. */
async function benchIdle(probe: Probe): Promise<BenchRow[]> {
  const before = await probe.rest()
  await pause(IDLE_MS)
  const after = await probe.rest()
  return [
    benchRow('server: memory after load (RSS)', before.rssBytes / 1e6, 'MB'),
    benchRow(
      'server: idle for 5 min, share of a core',
      ((after.cpuMs - before.cpuMs) / IDLE_MS) * 100,
      '%',
      IDLE_LIMIT_PERCENT,
    ),
    benchRow('server: memory after idling (RSS)', after.rssBytes / 1e6, 'MB'),
    benchRow('server: peak memory (RSS)', after.peakRssBytes / 1e6, 'MB', RSS_LIMIT_MB),
  ]
}

/** One client: one open connection, one request after another. Resolves to the total time. */
function makeClient({ url }: RunningServer): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const options = { agent, headers: { authorization: `Bearer ${TOKEN}` } }
  return () =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now()
      get(`${url}/api/v1/homes/main/overview`, options, (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedMs)
          else reject(new Error(`The overview answered ${response.statusCode}.`))
        })
      }).on('error', reject)
    })
}
