import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { measureData } from './measure-data.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const du = (path: string) => Number(execFileSync('du', ['-sk', path]).toString().split('\t')[0]) * 1024

it('counts archives and the rest as du does, and follows no link', () => {
  mkdirSync(join(folder, 'archives/r1'), { recursive: true })
  writeFileSync(join(folder, 'archives/r1/1.tar.zst'), Buffer.alloc(300_000, 1))
  writeFileSync(join(folder, 'steward.db'), Buffer.alloc(90_000, 1))
  symlinkSync('/etc', join(folder, 'elsewhere'))
  const archiveBytes = du(join(folder, 'archives'))
  expect(archiveBytes).toBeGreaterThanOrEqual(300_000)
  expect(measureData(folder)).toEqual({ archiveBytes, otherBytes: du(folder) - archiveBytes })
})

it('a folder that does not exist yet takes nothing', () => {
  expect(measureData(join(folder, 'none'))).toEqual({ archiveBytes: 0, otherBytes: 0 })
})
