/**
 * The process that is killed: plans everything, approves it and runs it. `node run-child.ts HOME DATA DISPOSITION [STEP]`;
 * says the receipt's id before the run begins. With a step it shoots itself at that step of the journal; a step is just
 * before or just after something was written down.
 */
import type { Disposition } from '../domain/plan/action.ts'
import { approvePlan } from '../service/run/approve-plan.ts'
import { runReceipt } from '../service/run/run-plan.ts'
import type { Store } from '../store/open-store.ts'
import { approvalOf, cleanLab, EVERYTHING } from './clean-lab.ts'

const [home = '', data = '', disposition = 'trash', lastStep] = process.argv.slice(2)
const lab = cleanLab(home, data)
const plan = await lab.plan(EVERYTHING, disposition as Disposition)
const approved = approvePlan(lab.tools, approvalOf(plan, []), 'the run that is killed')
if (!approved.ok) throw new Error(approved.fault.message)
const { receiptId } = approved.value
if (lastStep !== undefined) shootAt(lab.store, Number(lastStep))
console.log(receiptId)
await runReceipt(lab.tools, lab.home, receiptId)
console.log('done')
process.exit(0)

function shootAt(store: Store, step: number): void {
  let steps = 0
  const tick = () => {
    steps += 1
    if (steps === step) process.kill(process.pid, 'SIGKILL')
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
