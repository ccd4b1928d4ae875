/** A record is in a folder that others can write. Parsed at once, these would take the memory of the whole server. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runUnprivileged as runScript } from '../../testing/processes/other-process.ts'
import { tempHome } from '../../testing/temp-home.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('a record with a line or a column of millions of values is damaged', () => {
  const script = `
    const { importRecord } = await load('lib/store/plans/receipt-record.ts')
    const { ItemRow } = await load('lib/store/plans/record-schema.ts')
    const { openStore } = await load('lib/store/open-store.ts')
    const opened = openStore(process.env.DATA)
    const found = { receiptId: 'r', disposition: 'trash', home: null, nowMs: 0 }
    const objects = '[' + '{},'.repeat(5_000_000) + '{}]'
    const lines = ['['.repeat(15_000_000), objects]
    const imported = lines.map((line) => importRecord(opened.value, [line], found).fault)
    console.log(JSON.stringify([...imported, ItemRow.shape.target.safeParse(objects).success]))`
  // Half of what the executor's thread has.
  const env = { DATA: join(temp.root, 'data'), NODE_OPTIONS: '--max-old-space-size=128' }
  expect(runScript(script, env)).toEqual(['damaged', 'damaged', false])
})
