/**
 * The process to be killed: plans, approves and runs everything, and then restores, purges or expires it, depending on
 * the stage. `node run-child.ts HOME DATA DISPOSITION STAGE [STEP]`. Prints the receipt's id, and that of the restore,
 * before the part to be killed. With a step, it kills itself at that step of the journal, just before or after a write.
 */
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Disposition } from '../../domain/plan/action.ts'
import { expireKept } from '../../service/run/expire-kept.ts'
import { purge } from '../../service/run/purge.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import { HOUR_MS } from '../../shared/time.ts'
import type { Store } from '../../store/open-store.ts'
import { readReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { cleanLab, EVERYTHING } from '../clean-lab.ts'

const [home = '', data = '', disposition = 'trash', stage = 'run', lastStep] = process.argv.slice(2)
const lab = cleanLab(home, data)
/** Past git's grace period for recent objects. */
const later = { ...lab.tools, now: () => Date.now() + 3 * HOUR_MS }
/** Counted from the start of the part to be killed. The store prepares a statement once and keeps it. */
let stepsLeft = Number.POSITIVE_INFINITY
shootAtLast(lab.store)
let isCounting = false
if (process.env.KILL_COMMIT !== undefined) shootInTransaction(Number(process.env.KILL_COMMIT))
const ids = [lab.approve(await lab.plan(EVERYTHING, disposition as Disposition))]
const [first = ''] = ids
if (stage !== 'run') await runReceipt(lab.tools, lab.home, first)
if (stage === 'restore') ids.push(lab.approve(await lab.restorePlan(first)))
if (stage === 'expiry') setExpiry(lab.store, first, Date.now() - 1)
if (lastStep !== undefined) stepsLeft = Number(lastStep)
// From here on the git calls and the commits count.
isCounting = true
if (process.env.KILL_GIT !== undefined) writeFileSync(process.env.KILL_GIT, '')
console.log(ids.join(' '))
if (stage === 'expiry') await expireKept(later)
else if (stage === 'purge') {
  const consent = `delete ${readReceipt(lab.store, first)?.done} from main`
  const purged = await purge(later, { receiptId: first, consent })
  if (!purged.ok) throw new Error(purged.fault.message)
} else await runReceipt(lab.tools, lab.home, ids.at(-1) ?? '')
process.exit(0)

/**
 * Right before the `commits`-th commit to state.db. Its pages are spilled into the file as they change, so that it is half
 * written and the journal is synced, as in the middle of a commit.
 */
function shootInTransaction(commits: number): void {
  let left = commits
  const exec = Database.prototype.exec
  Database.prototype.exec = function (this: Database.Database, sql: string) {
    const isHome = isCounting && this.name.endsWith('/state.db') && !this.readonly
    if (isHome && /^BEGIN/.test(sql)) {
      this.pragma('cache_spill = 1')
      this.pragma('cache_size = 1')
    }
    if (isHome && /^(COMMIT|VACUUM)/.test(sql)) left -= 1
    if (isHome && left === 0) process.kill(process.pid, 'SIGKILL')
    return exec.call(this, sql)
  }
}

function shootAtLast(store: Store): void {
  const tick = () => {
    stepsLeft -= 1
    if (stepsLeft === 0) process.kill(process.pid, 'SIGKILL')
  }
  const { db } = store
  const prepare = db.prepare.bind(db)
  const onJournal =
    /^\s*(INSERT INTO (batch|receipt_item|git_write)|UPDATE (batch|receipt_item|receipt|git_write)|DELETE FROM git_write)/
  Object.assign(db, {
    prepare: (sql: string) => {
      const statement = prepare(sql)
      if (!onJournal.test(sql) || sql.includes('receipt_item')) return statement
      const run = statement.run.bind(statement)
      return Object.assign(statement, {
        run: (...values: unknown[]) => {
          tick()
          const result = run(...values)
          tick()
          return result
        },
      })
    },
  })
}
