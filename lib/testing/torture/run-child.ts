/**
 * The process to be killed: plans, approves and runs everything, and for a restore restores it. `node
 * run-child.ts HOME DATA DISPOSITION STAGE [STEP]`. Prints the receipt's id, and that of the restore, before
 * the part to be killed. With a step, it kills itself at that step of the journal, just before or after a
 * write.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import type { Store } from '../../store/open-store.ts'
import { cleanLab, EVERYTHING } from '../clean-lab.ts'

const [home = '', data = '', disposition = 'trash', stage = 'run', lastStep] = process.argv.slice(2)
const lab = cleanLab(home, data)
/** Counted from the start of the part to be killed. The store prepares a statement once and keeps it. */
let stepsLeft = Number.POSITIVE_INFINITY
shootAtLast(lab.store)
const ids = [lab.approve(await lab.plan(EVERYTHING, disposition as Disposition))]
if (stage === 'restore') {
  await runReceipt(lab.tools, lab.home, ids[0] ?? '')
  ids.push(lab.approve(await lab.restorePlan(ids[0] ?? '')))
}
if (lastStep !== undefined) stepsLeft = Number(lastStep)
console.log(ids.join(' '))
await runReceipt(lab.tools, lab.home, ids.at(-1) ?? '')
process.exit(0)

function shootAtLast(store: Store): void {
  const tick = () => {
    stepsLeft -= 1
    if (stepsLeft === 0) process.kill(process.pid, 'SIGKILL')
  }
  const { db } = store
  const prepare = db.prepare.bind(db)
  const onJournal = /^\s*(INSERT INTO (batch|receipt_item)|UPDATE (batch|receipt_item|receipt))/
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
