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

it('counts a long text in pieces, wherever they end and whatever is in them', () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = `${'x'.repeat(shift)}${'żółw 木 🦉\0'.repeat(30_000)}${'\0'.repeat(200_000)}end`
    const characters = [...text].filter((each) => each !== '\0').length
    expect(counter.count(Buffer.from(text))).toBe(characters - 2)
  }
})

it('counts a text of a million different trigrams with little memory', () => {
  let seed = 1
  const text = Buffer.alloc(3_000_000)
  for (let at = 0; at < text.length; at += 3) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    text.write(String.fromCharCode(0x4e00 + ((seed >>> 12) % 20_000)), at)
  }
  const before = process.resourceUsage().maxRSS
  expect(counter.count(text)).toBe(999_998)
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(80_000)
})

it('compares a count, for a long text by its beginning alone', () => {
  const text = Buffer.from(`\0json:${'iVBORw0KGgo'.repeat(10_000)}`)
  expect(counter.isCount(text, text.length - 3)).toBe(true)
  expect(counter.isCount(text, 0)).toBe(false)
  expect(counter.isCount(null, 0)).toBe(true)
  expect(counter.isCount(null, 1)).toBe(false)
})
