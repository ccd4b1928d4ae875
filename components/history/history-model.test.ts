import { expect, test } from 'vitest'
import { exampleReceipt } from '@/lib/testing/examples/example-receipt'
import { keptOf } from './history-model'
import { historyTitle } from './words'

test('trash and archives are counted separately, and deleted items take no space', () => {
  const receipts = [
    exampleReceipt({ disposition: 'trash', keptBytes: 2e9 }),
    exampleReceipt({ disposition: 'trash', keptBytes: 1e9 }),
    exampleReceipt({ disposition: 'archive', keptBytes: 4e8 }),
    exampleReceipt({ disposition: 'delete', keptBytes: 0 }),
  ]
  expect(keptOf(receipts)).toEqual({ trashBytes: 3e9, archiveBytes: 4e8 })
  expect(historyTitle(receipts)).toBe('History: trash holds 3.00 GB, archives hold 400 MB')
})

test('trash in another folder takes no space in this home, but an archive still counts', () => {
  const elsewhere = '~/old-home'
  const receipts = [
    exampleReceipt({ disposition: 'trash', keptBytes: 2e9, elsewhere }),
    exampleReceipt({ disposition: 'archive', keptBytes: 4e8, elsewhere }),
  ]
  expect(keptOf(receipts)).toEqual({ trashBytes: 0, archiveBytes: 4e8 })
})

test('a home without cleanups says so', () => {
  expect(historyTitle([])).toBe('History: nothing was cleaned here yet')
  expect(historyTitle([exampleReceipt({ keptBytes: 0 })])).toBe(
    'History: nothing is kept in trash or archives',
  )
})
