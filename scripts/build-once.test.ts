import { expect, it } from 'vitest'
import { failureIn, warningsIn } from './build-once.ts'

it.each([
  'Turbopack build encountered 4 warnings:',
  'Warning: Dynamic filesystem access causes tracing of the whole project',
  '\u001b[33m⚠\u001b[39m Invalid next.config.mjs options detected',
  '(node:17) Warning: something is deprecated',
  'warn  - a dependency is old',
])('%j in a build is a warning', (line) => {
  expect(warningsIn(`▲ Next.js\n${line}\n✓ Compiled`)).toHaveLength(1)
})

it('an ordinary build has no warnings', () => {
  const output =
    '▲ Next.js 16\n✓ Compiled successfully in 20s\n  Skipping validation of types\n├ ƒ /watch/incidents\n'
  expect(warningsIn(output)).toEqual([])
})

it.each([
  'failed to write to file `00000001.sst`: No space left on device (os error 28)',
  'Error: ENOSPC: no space left on device, write',
])('a build that failed with %j says how much to free', (line) => {
  expect(failureIn(`▲ Next.js\n${line}\n`)).toMatch(
    /^The disk of .+ is full\. Building the pages needs 250 MB there\.\n$/,
  )
})

it('any other failure of a build is printed as it is', () => {
  expect(failureIn('▲ Next.js\nModule not found\n')).toBeNull()
})
