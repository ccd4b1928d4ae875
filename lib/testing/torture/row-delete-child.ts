/**
 * The process to be killed: saves every ended session, prints `ready`, and deletes them on the next line of
 * input. `node row-delete-child.ts HOME SAVE_FILE [TURN]`. With a turn, it kills itself right before that
 * turn's commit.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { deleteSessions } from '../../execute/rows/delete-sessions.ts'
import type { Turn } from '../../execute/rows/write-turns.ts'
import { endedItems } from '../home-rows.ts'
import { FREELY, inShortestTurns, saveAll, withWriter } from './row-run.ts'

const [home = '', file = '', lastTurn] = process.argv.slice(2)
const items = endedItems(home)
await withWriter(home, async (writer) => {
  const saved = saveAll(writer, items)
  const out = openSync(file, 'w')
  for (const line of saved.all) writeSync(out, `${line}\n`)
  fsyncSync(out)
  closeSync(out)
  console.log('ready')
  for await (const _ of createInterface({ input: process.stdin })) break
  let turns = 0
  const turn: Turn = (body) =>
    (lastTurn === undefined ? writer : inShortestTurns(writer)).turn((clock) => {
      const value = body(clock)
      turns += 1
      if (String(turns) === lastTurn) process.kill(process.pid, 'SIGKILL')
      return value
    })
  await deleteSessions({ ...writer, turn }, items, { ...FREELY, saved })
})
console.log('done')
process.exit(0)
