/** These counts are those of the SQLite that the lockfile installs. */
import { expect, it } from 'vitest'
import { tokenCounter } from './count-tokens.ts'

const counter = tokenCounter('trigram')

it.each([
  ['', 0],
  ['ab', 0],
  ['abc', 1],
  ['Żółć🦉', 3],
  ['abc\0def', 4],
  ['\0json:[]', 5],
  ['\0', 0],
  ['x'.repeat(100_000), 99_998],
])('%j', (text, count) => {
  expect(counter.count(Buffer.from(text))).toBe(count)
})

it('compares a count, for a long text by its beginning alone', () => {
  const text = Buffer.from(`\0json:${'iVBORw0KGgo'.repeat(10_000)}`)
  expect(counter.isCount(text, text.length - 3)).toBe(true)
  expect(counter.isCount(text, 0)).toBe(false)
  expect(counter.isCount(null, 0)).toBe(true)
  expect(counter.isCount(null, 1)).toBe(false)
})
