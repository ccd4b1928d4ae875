import { expect, it } from 'vitest'
import { keepUpHomes } from './keep-up-homes.ts'

it('a home that cannot be read does not prevent counting the next one', async () => {
  const trouble = new Error('EACCES')
  const closed = { keepUp: () => Promise.reject(trouble) }
  const open = { keepUp: () => Promise.resolve(true) }
  const waiting: unknown[] = []
  const reported: unknown[] = []
  await keepUpHomes(
    [closed, open],
    (home) => waiting.push(home),
    (error) => reported.push(error),
  )
  expect(waiting).toEqual([open])
  expect(reported).toEqual([trouble])
})
