/**
 * A complete prune of sessions with their files, as in a server: approved plan, journal, rows, files,
 * receipt. Compared with the same row deletes in plain SQL without files, in the same round.
 */
import { cpSync, lstatSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Disposition } from '../../lib/domain/plan/action.ts'
import type { Policy } from '../../lib/domain/plan/policy.ts'
import { DAY_MS } from '../../lib/shared/time.ts'
import { cleanLab } from '../../lib/testing/clean-lab.ts'
import { withReader } from '../../lib/testing/home-rows.ts'
import { makeHeavyHome } from '../../lib/testing/presets/heavy-home.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'
import { deleteBare, endedIds, MESSAGES, PRUNED, SESSION_COUNT } from './prune-rows-bench.ts'

const FILES = 5_000
const ROUNDS = 3
const LIMITS = { delete: 1.3, archive: 2, trash: null } as const satisfies Record<Disposition, number | null>
const DISPOSITIONS = ['delete', 'archive', 'trash'] as const

export async function benchClean(tempDir: string): Promise<BenchRow[]> {
  const origin = join(tempDir, 'clean-origin')
  makeHeavyHome(origin, Date.now(), { sessions: SESSION_COUNT, messages: MESSAGES, isSearchable: true })
  writeFiles(origin)
  const bare: number[] = []
  const ratios = { delete: [] as number[], archive: [] as number[], trash: [] as number[] }
  let files = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const byBare = () => {
      const alone = copyHome(origin, join(tempDir, 'bare'))
      bare.push(deleteBare(alone))
      rmSync(alone, { recursive: true })
    }
    // The order alternates, because a disk is slower right after writes.
    if (round % 2 === 0) byBare()
    const took: Partial<Record<Disposition, number>> = {}
    for (const disposition of DISPOSITIONS) {
      const home = copyHome(origin, join(tempDir, 'whole'))
      const data = join(tempDir, `data-${round}-${disposition}`)
      const { tookMs, filesGone } = await prune(home, data, disposition)
      took[disposition] = tookMs
      files = filesGone
      rmSync(home, { recursive: true })
    }
    if (round % 2 === 1) byBare()
    for (const disposition of DISPOSITIONS)
      ratios[disposition].push((took[disposition] ?? Number.NaN) / (bare.at(-1) ?? Number.NaN))
  }
  return [
    benchRow('clean: rows only, in bare SQL', median(bare), 'ms'),
    benchRow(`clean: files of ${PRUNED.toLocaleString('en-US')} sessions`, files, 'files'),
    ...DISPOSITIONS.map((disposition) =>
      benchRow(
        `clean: ${disposition} with files, against bare SQL without`,
        median(ratios[disposition]),
        '×',
        LIMITS[disposition],
      ),
    ),
  ]
}

/** A transcript for each session and request dumps up to the total, as old as the plan requires. */
function writeFiles(home: string): void {
  const ids = withReader(home, (db) =>
    db.prepare<[], string>('SELECT id FROM sessions ORDER BY id').pluck().all(),
  )
  const oldSeconds = (Date.now() - 2 * DAY_MS) / 1000
  for (let index = 0; index < FILES; index += 1) {
    const id = ids[index % ids.length] ?? ''
    const name = index < ids.length ? `session_${id}.json` : `request_dump_${id}_20260101_000000_000000.json`
    const path = join(home, 'sessions', name)
    writeFileSync(path, `{"role":"user","content":"file ${index}"}\n`.repeat(60 + (index % 200)))
    utimesSync(path, oldSeconds, oldSeconds)
  }
}

function copyHome(origin: string, home: string): string {
  cpSync(origin, home, { recursive: true, preserveTimestamps: true })
  return home
}

async function prune(home: string, data: string, disposition: Disposition) {
  const lab = cleanLab(home, data)
  try {
    const plan = await lab.plan([policyOf(endedIds(home))], disposition)
    if (plan.totals.act.items !== PRUNED) throw new Error(`${plan.totals.act.items} sessions are planned`)
    const before = countFiles(home)
    const startedAt = performance.now()
    const receipt = await lab.run(plan)
    const tookMs = performance.now() - startedAt
    if (receipt.done !== PRUNED) throw new Error(`${receipt.done} sessions are done`)
    return { tookMs, filesGone: before - countFiles(home) }
  } finally {
    lab.store.close()
  }
}

const policyOf = (ids: readonly string[]): Policy => ({
  action: 'prune-sessions',
  ids,
  sources: null,
  cronJobs: null,
  olderThanDays: 0,
  keepNewest: null,
  includeShelved: false,
  minBytes: null,
  minMessages: null,
})

const countFiles = (home: string): number =>
  readdirSync(join(home, 'sessions')).filter((name) => lstatSync(join(home, 'sessions', name)).isFile())
    .length
