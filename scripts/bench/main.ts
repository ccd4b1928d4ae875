/**
 * `npm run bench`: measures every performance limit on homes made for it. `--only scan,server` selects parts
 * by name, `--json FILE` writes the results, `--write-docs` updates docs/performance.md. Exits with 1 if a
 * limit is missed.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeHeavyHome } from '../../lib/testing/presets/heavy-home.ts'
import { buildOnce } from '../build-once.ts'
import { ROOT } from '../project.ts'
import type { BenchRow } from './bench-row.ts'
import { benchBoard } from './board-bench.ts'
import { benchBrowse } from './browse-bench.ts'
import { benchClean } from './clean-bench.ts'
import { benchFirstLoad } from './first-load-bench.ts'
import { benchIndex } from './index-bench.ts'
import { benchLighthouse } from './lighthouse-bench.ts'
import { benchPlan } from './plan-bench.ts'
import { benchPruneRows } from './prune-rows-bench.ts'
import { benchRemove } from './remove-bench.ts'
import { formatReport, makeReport, writeIntoDocument } from './report.ts'
import { benchScan } from './scan-bench.ts'
import { benchServer } from './server-bench.ts'
import { benchSessions } from './sessions-bench.ts'
import { benchStreams } from './streams-bench.ts'
import { benchWatch } from './watch-bench.ts'

type Bench = {
  readonly measure: (heavyHome: string, own: string) => Promise<BenchRow[]>
  readonly needs?: readonly ('heavy home' | 'build')[]
}

/** In the order of measurement. */
const BENCHES: Readonly<Record<string, Bench>> = {
  scan: { measure: (_, own) => benchScan(own) },
  remove: { measure: (_, own) => benchRemove(own) },
  index: { measure: benchIndex, needs: ['heavy home'] },
  sessions: { measure: (_, own) => benchSessions(own) },
  watch: { measure: benchWatch, needs: ['heavy home'] },
  plan: { measure: benchPlan, needs: ['heavy home'] },
  rows: { measure: (_, own) => benchPruneRows(own) },
  clean: { measure: (_, own) => benchClean(own) },
  server: { measure: benchServer, needs: ['heavy home', 'build'] },
  load: { measure: (_, own) => benchFirstLoad(own), needs: ['build'] },
  browse: { measure: benchBrowse, needs: ['heavy home', 'build'] },
  board: { measure: benchBoard, needs: ['heavy home', 'build'] },
  streams: { measure: (_, own) => benchStreams(own), needs: ['build'] },
  lighthouse: { measure: (_, own) => benchLighthouse(own), needs: ['build'] },
}

const NAMES = Object.keys(BENCHES)

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' }, 'write-docs': { type: 'boolean' } },
})
const parts = chosenParts(options.only)
if (options['write-docs'] && parts.length < NAMES.length) {
  console.error('--write-docs keeps the whole table: leave --only out.')
  process.exit(2)
}
if (parts.some((part) => needs(part, 'build')) && !(await buildOnce())) process.exit(1)

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-bench-')))
const removeFolder = () => rmSync(folder, { recursive: true, force: true })
process.once('SIGINT', () => {
  removeFolder()
  process.exit(130)
})
let rows: BenchRow[]
try {
  rows = await measure(parts)
} finally {
  removeFolder()
}
const report = makeReport(rows, Date.now())
const json = `${JSON.stringify(report, null, 2)}\n`
console.log(`\n${formatReport(report)}`)
if (options.json !== undefined) writeFileSync(options.json, json)
if (options['write-docs']) writeIntoDocument(join(ROOT, 'docs', 'performance.md'), report)
process.stdout.write(json)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

function chosenParts(only: string | undefined): string[] {
  if (only === undefined) return NAMES
  const names = only.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !NAMES.includes(name))
  if (unknown.length === 0) return NAMES.filter((part) => names.includes(part))
  console.error(`--only knows ${NAMES.join(', ')}, not ${unknown.join(', ')}.`)
  process.exit(2)
}

function needs(part: string, what: 'heavy home' | 'build'): boolean {
  return BENCHES[part]?.needs?.includes(what) === true
}

async function measure(chosen: readonly string[]): Promise<BenchRow[]> {
  const found: BenchRow[] = []
  const heavy = join(folder, 'heavy')
  for (const part of chosen) {
    const own = join(folder, part)
    mkdirSync(own)
    if (needs(part, 'heavy home')) makeHeavyOnce(heavy)
    console.error(`bench: ${part}`)
    found.push(...((await BENCHES[part]?.measure(heavy, own)) ?? []))
    rmSync(own, { recursive: true, force: true })
  }
  return found
}

function makeHeavyOnce(path: string): void {
  if (existsSync(path)) return
  console.error('bench: making 60,000 sessions with 800,000 messages')
  makeHeavyHome(path, Date.now())
}
