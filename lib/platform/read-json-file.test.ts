import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { readJsonFile } from './read-json-file.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'folder'), { recursive: true })
})

afterEach(() => temp.cleanup())

const NAME = 'folder/file.json'
const write = (text: string) => writeFileSync(join(temp.path, NAME), text)

it('reads JSON, and undefined if there is no such file or folder', () => {
  write('{"a": [1, "ü"]}')
  expect(readJsonFile(temp.path, NAME)).toEqual({ ok: true, value: { a: [1, 'ü'] } })
  expect(readJsonFile(temp.path, 'folder/other.json')).toEqual({ ok: true, value: undefined })
  expect(readJsonFile(temp.path, 'nowhere/other.json')).toEqual({ ok: true, value: undefined })
  expect(readJsonFile(temp.path, `${NAME}/deeper.json`)).toEqual({ ok: true, value: undefined })
})

it('follows no link, in the file or on its path', () => {
  write('{}')
  symlinkSync(join(temp.path, NAME), join(temp.path, 'link.json'))
  symlinkSync(join(temp.path, 'folder'), join(temp.path, 'way'))
  expect(readJsonFile(temp.path, 'link.json')).toEqual({
    ok: false,
    fault: { code: 'folder-symlink', path: 'link.json' },
  })
  expect(readJsonFile(temp.path, 'way/file.json')).toEqual({
    ok: false,
    fault: { code: 'folder-symlink', path: 'way' },
  })
})

it('reports where a file is broken, never its content', () => {
  write('{"token": secret-word}')
  const result = readJsonFile(temp.path, NAME)
  expect(result).toMatchObject({ ok: false, fault: { code: 'malformed-file', path: NAME } })
  expect(JSON.stringify(result)).not.toContain('secret-word')
})

it('refuses an oversized file, a folder and a pipe, without hanging', () => {
  write(`"${'x'.repeat(100)}"`)
  expect(readJsonFile(temp.path, NAME, 50)).toEqual({
    ok: false,
    fault: { code: 'too-large', path: NAME, sizeBytes: 102 },
  })
  expect(readJsonFile(temp.path, 'folder')).toMatchObject({ ok: false, fault: { code: 'unreadable' } })
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(temp.path, 'pipe.json')])
  expect(readJsonFile(temp.path, 'pipe.json')).toMatchObject({ ok: false, fault: { code: 'unreadable' } })
})

it('never opens the database or a sidecar as a plain file', () => {
  writeFileSync(join(temp.path, 'state.db'), '{}')
  expect(() => readJsonFile(temp.path, 'state.db')).toThrow('plain file')
  expect(() => readJsonFile(temp.path, 'state.db-wal')).toThrow('plain file')
})
