import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStore, type Store } from '../open-store.ts'
import { beginBatch, endBatch, markActing, readBatches } from './journal.ts'
import { openReceipt } from './receipts.ts'

let temp: TempHome
let store: Store
beforeEach(() => {
  temp = tempHome()
  const opened = openStore(temp.root)
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  openReceipt(store, {
    id: 'r',
    planId: 'p',
    homeId: 'main',
    homePath: '/homes/main',
    kind: 'cleanup',
    restores: null,
    disposition: 'delete',
    startedAtMs: 1,
    approvedBy: 'a test',
    total: 1,
    promisedBytes: 1,
    expiresAtMs: null,
  })
  const target = { kind: 'project', id: 'x', tip: null, lastTouch: null } as const
  beginBatch(store, 'r', 1, 'project', [
    { id: '1', kind: 'project', label: 'x', bytes: 1, together: null, target },
  ])
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const LEFT: Outcome = { kind: 'skipped', code: 'stopped', message: 'It was left.' }
const DONE: Outcome = { kind: 'done', freedBytes: 1 }

it('a batch that another process has ended is not acted on', () => {
  endBatch(store, 'r', 1, new Map([['1', LEFT]]))
  expect(() => markActing(store, 'r', 1, 'trash:1.tar.zst')).toThrow('not being saved any more')
  expect(readBatches(store, 'r')[0]).toMatchObject({ state: 'done', saved: null })
})

it('a batch begins once and ends once, and a record is never overwritten', () => {
  markActing(store, 'r', 1, null)
  expect(() => markActing(store, 'r', 1, null)).toThrow()
  endBatch(store, 'r', 1, new Map([['1', DONE]]))
  expect(() => endBatch(store, 'r', 1, new Map([['1', LEFT]]))).toThrow('has ended already')
  expect(readBatches(store, 'r')[0]?.items[0]?.outcome).toEqual(DONE)
})
