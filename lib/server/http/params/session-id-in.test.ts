import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sessionIdIn } from './session-id-in.ts'

const BASE = 'http://127.0.0.1:9191/api/v1/homes/sessions/sessions'

it('every id is decoded as it was sent, except for the two relative folder names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
      fc.pre(id !== '.' && id !== '..')
      expect(sessionIdIn(`${BASE}/${encodeURIComponent(id)}/messages`)).toBe(id)
    }),
  )
})

it.each([
  ['../x', '..%2Fx'],
  ['a\u0000b', 'a%00b'],
  ['%2e', '%252e'],
  ['x'.repeat(4_096), 'x'.repeat(4_096)],
])('%j is treated as an id', (id, sent) => {
  expect(sessionIdIn(`${BASE}/${sent}`)).toBe(id)
})

it.each(['', '/', '/%', '/%ff'])('%j is not an id', (rest) => {
  expect(sessionIdIn(`${BASE}${rest}`)).toBeNull()
})
