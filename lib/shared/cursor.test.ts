import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const part = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.constant(null),
)

it('a cursor survives a round trip and needs no escaping in an address', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const cursor = encodeCursor(parts)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(decodeCursor(cursor)).toEqual(parts)
    }),
  )
})

it('only valid cursors are accepted', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      const parts = decodeCursor(text)
      expect(parts === null || encodeCursor(parts) === text).toBe(true)
    }),
  )
})

it.each([
  '',
  '%',
  'bm90IGpzb24',
  btoa('{"a":1}'),
  btoa('[1, 2]'),
  btoa('[[1]]'),
  btoa('[true]'),
  `${encodeCursor(['a', 1])}=`,
  `${encodeCursor(['a', 1])}A`,
  '\u0000',
  '__proto__',
])('%j is refused', (forged) => {
  expect(decodeCursor(forged)).toBeNull()
})
