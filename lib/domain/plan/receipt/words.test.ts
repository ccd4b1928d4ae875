import { expect, test } from 'vitest'
import { examplePlan } from '../../../testing/examples/example-plan.ts'
import { exampleReceipt } from '../../../testing/examples/example-receipt.ts'
import { outcomeRows, totalCounts } from './receipt-rows.ts'
import { mayRestore, receiptFinding, receiptTitle } from './words.ts'

test('a receipt states what was done, skipped and failed, using its action’s verbs', () => {
  expect(receiptTitle(exampleReceipt())).toBe('2,151 items moved to trash, 3 skipped, 1 failed')
  expect(receiptTitle(exampleReceipt({ disposition: 'delete', done: 1, skipped: 0, failed: 0 }))).toBe(
    '1 item deleted',
  )
  expect(receiptTitle(exampleReceipt({ kind: 'restore', restores: 'x', skipped: 0, failed: 0 }))).toBe(
    '2,151 items brought back',
  )
  expect(receiptTitle(exampleReceipt({ state: 'running' }))).toBe('Moving 2,155 items to trash')
})

test('promised, moved and freed are separate numbers, and an unknown one reads as unknown', () => {
  expect(receiptFinding(exampleReceipt(), 10.84e9)).toBe('Promised 10.8 GB, moved 10.8 GB, freed 0 B so far')
  expect(receiptFinding(exampleReceipt({ disposition: 'delete', freedBytes: null }), 0)).toBe(
    'Promised 10.8 GB, how much that freed is unknown',
  )
})

test('only a finished cleanup that changed something and can still undo it is restorable', () => {
  expect(mayRestore(exampleReceipt())).toBe(true)
  expect(mayRestore(exampleReceipt({ kind: 'restore' }))).toBe(false)
  expect(mayRestore(exampleReceipt({ state: 'running' }))).toBe(false)
  expect(mayRestore(exampleReceipt({ done: 0 }))).toBe(false)
  expect(mayRestore(exampleReceipt({ keptBytes: 0 }))).toBe(false)
  const closed = {
    action: 'close-leaked',
    ids: null,
    sources: null,
    cronJobs: null,
    olderThanDays: 1,
  } as const
  expect(mayRestore(exampleReceipt({ keptBytes: 0, steps: [closed] }))).toBe(true)
})

test('outcomes are grouped by the plan’s reasons', () => {
  const counts = { planned: 10, done: 8, skipped: 1, failed: 1, promisedBytes: 100, doneBytes: 80 }
  const rows = outcomeRows(examplePlan().totals, [
    { step: 0, code: 'idle', ...counts },
    { step: 2, code: 'idle', ...counts, promisedBytes: 500 },
    { step: 1, code: 'nobody-knows', ...counts, promisedBytes: 1 },
  ])
  expect(rows.map(({ message }) => message)).toEqual([
    'Session, idle 90 days or more',
    'Cron run, idle 2 days or more',
    'nobody-knows',
  ])
  expect(totalCounts(rows)).toMatchObject({ planned: 30, promisedBytes: 601, doneBytes: 240 })
})
