import { expect, it } from 'vitest'
import { showBuildProgress } from './build-progress.ts'

const PRINTED = [
  '▲ Next.js (Turbopack)\n\n  Creating an optimized production build ...\n',
  '✓ Compiled successfully in 20s\n  Collecting page data using 1 worker ...\n',
  '  Generating static pages using 1 worker (0/15) ...\n',
  '  Generating static pages using 1 worker (7/15) \n',
  '  Finalizing page optimization ...\n',
]

function build(isTTY: boolean, isBuilt: boolean): string {
  let shown = ''
  let nowMs = 0
  const output = { isTTY, write: (text: string) => (shown += text) }
  const progress = showBuildProgress(output, () => nowMs)
  for (const text of PRINTED) {
    nowMs += 10_000
    progress.read(text)
  }
  progress.end(isBuilt)
  return shown
}

it('off a terminal a build is its title, its steps and how long it took', () => {
  expect(build(false, true).split('\n')).toEqual([
    'Building the pages, about a minute…',
    '  compiling',
    '  collecting page data',
    '  generating pages',
    '  finishing',
    'Built the pages in 50 s.',
    '',
  ])
})

it('on a terminal it is one line, replaced by how long it took', () => {
  const shown = build(true, true)
  expect(shown).toContain('Building the pages, about a minute… generating pages, 30 s')
  expect(shown.match(/\n/g)).toHaveLength(1)
  expect(shown.split('\u001b[K').at(-1)).toBe('Built the pages in 50 s.\n')
})

it('a failed build is reported before its output', () => {
  expect(build(false, false)).toMatch(/\nThe build failed:\n$/)
  expect(build(true, false).split('\u001b[K').at(-1)).toBe('The build failed:\n')
})
