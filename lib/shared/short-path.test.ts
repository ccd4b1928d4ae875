import { expect, it } from 'vitest'
import { longPathIn, shortPathIn } from './short-path.ts'

it.each([
  ['/home/op/.hermes', '~/.hermes'],
  ['/home/op', '~'],
  ['/home/opera/.hermes', '/home/opera/.hermes'],
  ['/srv/hermes', '/srv/hermes'],
])('%s is shown as %s', (path, shown) => {
  expect(shortPathIn('/home/op', path)).toBe(shown)
})

it.each([
  ['~/atlas', '/home/op/atlas'],
  ['atlas', 'atlas'],
  ['~opera', '~opera'],
])('%s is expanded to %s', (typed, path) => {
  expect(longPathIn('/home/op', typed)).toBe(path)
})
