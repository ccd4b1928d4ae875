/** Runs both test runners on files that pass, fail and cannot be loaded. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bin, ROOT, runCaptured } from './project.ts'
import { countOf, readEndToEndReport, readUnitReport } from './test-reports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-reports-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const make = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

async function unit() {
  const report = join(folder, 'unit.json')
  const args = ['run', '--root', folder, '--config', join(folder, 'vitest.config.mjs')]
  const { code } = await runCaptured(bin('vitest'), [...args, '--reporter=json', `--outputFile=${report}`])
  return countOf(report, readUnitReport, code)
}

const ADDS = (sum: number) => `it('adds', () => expect(1 + 1).toBe(${sum}))\n`

it('counts unit tests and lists which failed, in which file and why', async () => {
  make({
    'vitest.config.mjs': 'export default { test: { globals: true } }',
    'good.test.js': ADDS(2),
    'bad.test.js': `${ADDS(3)}it('is', () => {})\n`,
    'broken.test.js': `throw new Error('could not be loaded')\n`,
  })
  const { passed, failed, failures } = await unit()
  expect({ passed, failed }).toEqual({ passed: 2, failed: 2 })
  expect(failures?.find((failure) => failure.includes('bad.test.js › adds'))).toContain('expected 2 to be 3')
  expect(failures?.find((failure) => failure.includes('broken.test.js'))).toContain('could not be loaded')
})

it('no tests at all is a failure', async () => {
  make({ 'vitest.config.mjs': 'export default { test: { globals: true } }' })
  expect(await unit()).toMatchObject({ passed: 0, failed: 1 })
})

it('counts Playwright tests inside and outside of a describe, and a file that could not be loaded', async () => {
  const report = join(folder, 'e2e.json')
  const use = `import { expect, test } from '@playwright/test'\n`
  make({
    'package.json': '{"type":"module"}',
    'playwright.config.js': `export default { testDir: '.', reporter: [['json', { outputFile: ${JSON.stringify(report)} }]] }`,
    'good.spec.js': `${use}test('adds', () => expect(1 + 1).toBe(2))\n`,
    'bad.spec.js': `${use}test.describe('sums', () => test('of two', () => expect(1 + 1).toBe(3)))\n`,
  })
  const work = async () => {
    const args = ['test', '--config', join(folder, 'playwright.config.js')]
    const { code } = await runCaptured(bin('playwright'), args)
    return countOf(report, readEndToEndReport, code)
  }
  const { passed, failed, failures } = await work()
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
  expect(failures?.[0]).toMatch(/bad\.spec\.js:2 › of two\n[\s\S]*Expected: 3/)

  make({ 'broken.spec.js': `throw new Error('could not be loaded')\n` })
  const broken = await work()
  expect(broken.failed).toBeGreaterThan(0)
  expect(broken.failures?.join('\n')).toContain('could not be loaded')
})
