import { expect, it } from 'vitest'
import { parseInnerPath } from './inner-path.ts'

it.each([
  ['', []],
  ['cache', ['cache']],
  ['cache/a b/ü', ['cache', 'a b', 'ü']],
  ['...', ['...']],
])('%j is a path inside the home', (text, segments) => {
  expect(parseInnerPath(text)).toEqual(segments)
})

it.each([
  '/etc',
  '..',
  '../x',
  'a/../b',
  'a/./b',
  'a//b',
  'a/',
  '/',
  '.',
  'a\0b',
  'a\uFFFD',
  `${'x/'.repeat(70)}x`,
  'y'.repeat(5_000),
])('%j is refused', (text) => {
  expect(parseInnerPath(text)).toBeNull()
})
