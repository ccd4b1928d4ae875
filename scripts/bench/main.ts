/**
 * `npm run bench`: every promise of speed, measured on homes laid for it, one part after the other.
 * `--only scan,remove,index,sessions,server,load` chooses parts, `--json FILE` keeps the figures, `--write-docs` puts the table
 * into docs/performance.md. Ends with 1 when a limit is missed.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { layHeavyHome } from '../../lib/testing/presets/heavy-home.ts'
import { buildOnce } from '../build-once.ts'
import { ROOT } from '../project.ts'
import type { BenchRow } from './bench-row.ts'
import { benchBrowse } from './browse-bench.ts'
import { benchFirstLoad } from './first-load-bench.ts'
import { benchIndex } from './index-bench.ts'
import { benchRemove } from './remove-bench.ts'
import { formatReport, makeReport, writeIntoDocument } from './report.ts'
import { benchScan } from './scan-bench.ts'
import { benchServer } from './server-bench.ts'
import { benchSessions } from './sessions-bench.ts'

const PARTS = ['scan', 'remove', 'index', 'sessions', 'server', 'load'] as const
type Part = (typeof PARTS)[number]

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' }, 'write-docs': { type: 'boolean' } },
})
const parts = chosenParts(options.only)
if (options['write-docs'] && parts.length < PARTS.length) {
  console.error('--write-docs keeps the whole table: leave --only out.')
  process.exit(2)
}
if (parts.some((part) => BUILT.includes(part)) && !(await buildOnce())) process.exit(1)

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

function chosenParts(only: string | undefined): Part[] {
  if (only === undefined) return [...PARTS]
  const names = only.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !PARTS.some((part) => part === name))
  if (unknown.length === 0) return PARTS.filter((part) => names.includes(part))
  console.error(`--only knows ${PARTS.join(', ')}, not ${unknown.join(', ')}.`)
  process.exit(2)
}

async function measure(chosen: readonly Part[]): Promise<BenchRow[]> {
  const found: BenchRow[] = []
  const heavy = join(folder, 'heavy')
  for (const part of chosen) {
    const own = join(folder, part)
    mkdirSync(own)
    if (part !== 'scan' && part !== 'load') layHeavyOnce(heavy)
    console.error(`bench: ${part}`)
    found.push(...(await measurePart(part, heavy, own)))
    rmSync(own, { recursive: true, force: true })
  }
  return found
}

function layHeavyOnce(path: string): void {
  if (existsSync(path)) return
  console.error('bench: laying 60,000 sessions with 800,000 messages')
  layHeavyHome(path, Date.now())
}

function measurePart(part: Part, heavy: string, own: string): Promise<BenchRow[]> {
  if (part === 'scan') return benchScan(own)
  if (part === 'remove') return benchRemove(own)
  if (part === 'index') return benchIndex(heavy, own)
  if (part === 'sessions') return benchSessions(heavy, own)
  if (part === 'rows') return benchPruneRows(own)
  return part === 'server' ? benchServer(heavy, own) : benchFirstLoad(own)
}
