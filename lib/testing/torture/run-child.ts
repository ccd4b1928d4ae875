/**
 * The process that is killed: plans everything, approves it and runs it, and for a restore brings it all back.
 * `node run-child.ts HOME DATA DISPOSITION STAGE [STEP]`; says the receipt's id, and in a restore that of the restore
 * too, before what is killed begins. With a step it shoots itself at that step of the journal; a step is just before
 * or just after something was written down.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import type { Store } from '../../store/open-store.ts'
import { cleanLab, EVERYTHING } from '../clean-lab.ts'

const [home = '', data = '', disposition = 'trash', stage = 'run', lastStep] = process.argv.slice(2)
const lab = cleanLab(home, data)
/** Counted from where what is killed begins; the store prepares a statement once and keeps it. */
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
