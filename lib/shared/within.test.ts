import { expect, it } from 'vitest'
import { settledWithin, within } from './within.ts'

const never = new Promise<string>(() => {})
const fallback = async () => 'fallback'

it('work that is done in time gives its value, or its error', async () => {
  expect(await within(Promise.resolve('value'), 60_000, fallback)).toBe('value')
  await expect(within(Promise.reject(new Error('broken')), 60_000, fallback)).rejects.toThrow('broken')
})

it('work that takes too long gives the fallback', async () => {
  expect(await within(never, 0, fallback)).toBe('fallback')
})

it('says whether the work was done', async () => {
  expect([await settledWithin(Promise.resolve(), 60_000), await settledWithin(never, 0)]).toEqual([
    true,
    false,
  ])
})
