import { expect, it } from 'vitest'
import { portionFrom } from './sized-messages.ts'

const all = [10, 30, 200, 5, 5, 5].map((bytes, at) => ({ id: BigInt(at), bytes }))

it.each([
  ['as many as fit', 0, { messages: 9, bytes: 40 }, [0n, 1n]],
  ['not more than so many messages', 3, { messages: 2, bytes: 40 }, [3n, 4n]],
  ['one that is larger, alone', 2, { messages: 9, bytes: 40 }, [2n]],
  ['the rest', 3, { messages: 9, bytes: 40 }, [3n, 4n, 5n]],
  ['none after the last', 6, { messages: 9, bytes: 40 }, []],
])('%s', (_, from, most, ids) => {
  expect(portionFrom(all, from, most)).toEqual(ids)
})
