import { expect, it } from 'vitest'
import { visibleName } from './visible-name.ts'

it.each([
  ['plain name.txt', 'plain name.txt'],
  ['two\nlines', 'two\u240Alines'],
  ['two\r\nlines', 'two\u240D\u240Alines'],
  ['a\ttab', 'a\u2409tab'],
  ['\u001b[31mred', '\u241B[31mred'],
  ['invoice \u202Efdp.exe', 'invoice <U+202E>fdp.exe'],
  ['Zürich \u05D0', 'Zürich \u05D0'],
])('%j stays on one line with visible control characters', (name, seen) => {
  expect(visibleName(name)).toBe(seen)
})
