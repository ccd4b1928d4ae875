import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteTarget } from '../../domain/plan/target.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { type RoutesFile, readRoutesFile, replaceRoutesFile } from './routes-file.ts'
import { insertEntries, removeEntries } from './sessions-json.ts'
import { joinJson, splitJson } from './split-json.ts'

/** As Python's `json.dump(…, indent=2)` writes it: no final line break, floats with a point, escapes. */
const TEXT = `{
  "_README": "LEGACY MIRROR, with {braces}, [brackets] and \\"quotes\\"",
  "agent:main:telegram:dm:1000": {
    "session_key": "agent:main:telegram:dm:1000",
    "session_id": "20260719_100321_3f0a68cc",
    "updated_at": "2026-07-19T10:03:21.678949",
    "estimated_cost_usd": 0.0,
    "unknown_key": 12345678901234567890123,
    "origin": {
      "chat_name": "caf\\u00e9 }, \\"",
      "tiny": 1e-07
    }
  },
  "agent:main:slack:dm:T1:2": {
    "session_id": "s2",
    "updated_at": 1784455401.5,
    "metadata": {}
  },
  "agent:main:telegram:dm:1001": {
    "session_id": "s3",
    "updated_at": "2026-07-28T01:10:06+00:00"
  }
}`

const routeOf = (key: string, sessionId: string, updatedMs: number | null): RouteTarget => ({
  kind: 'route',
  key,
  sessionId,
  updatedMs,
  inTable: false,
  inFile: true,
})
const FIRST = routeOf(
  'agent:main:telegram:dm:1000',
  '20260719_100321_3f0a68cc',
  Date.parse('2026-07-19T10:03:21.678'),
)
const SECOND = routeOf('agent:main:slack:dm:T1:2', 's2', 1_784_455_401_500)
const THIRD = routeOf('agent:main:telegram:dm:1001', 's3', Date.parse('2026-07-28T01:10:06Z'))

let temp: TempHome
let home: string
let path: string

beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(join(home, 'sessions'), { recursive: true })
  path = join(home, 'sessions', 'sessions.json')
  writeFileSync(path, TEXT, { mode: 0o600 })
})
afterEach(() => temp.cleanup())

function read(): RoutesFile {
  const file = readRoutesFile(home)
  if (!file.ok || file.value === null) throw new Error('no file')
  return file.value
}

const stopped = { isGatewayStopped: () => true }

function take(targets: readonly RouteTarget[]) {
  const file = read()
  const taken = removeEntries(file.json, targets)
  return { ...taken, written: replaceRoutesFile(home, file, taken.next, stopped) }
}

describe('entries of sessions.json', () => {
  it.each([
    ['the first', [FIRST]],
    ['one in the middle', [SECOND]],
    ['the last', [THIRD]],
    ['two beside each other', [SECOND, THIRD]],
    ['all of them', [THIRD, FIRST, SECOND]],
  ])('are removed without a trace and restored byte for byte: %s', (_, targets) => {
    const { saved, outcomes, written } = take(targets)
    expect(outcomes.map(({ kind }) => kind)).toEqual(targets.map(() => 'done'))
    expect(written.kind).toBe('done')
    const left = readFileSync(path, 'utf8')
    const keys = targets.map(({ key }) => key)
    const expected = Object.fromEntries(
      Object.entries(JSON.parse(TEXT)).filter(([key]) => !keys.includes(key)),
    )
    expect(JSON.parse(left)).toEqual(expected)
    expect(left).toMatch(/^\{\n {2}"_README": [\s\S]*[^\n]\n\}$/)
    const file = read()
    const put = insertEntries(file.json, JSON.parse(JSON.stringify(saved)))
    expect(replaceRoutesFile(home, file, put.next, stopped).kind).toBe('done')
    expect(readFileSync(path, 'utf8')).toBe(TEXT)
    expect(readdirSync(join(home, 'sessions'))).toEqual(['sessions.json'])
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
  })

  it('leave an empty object as Hermes writes it, and can be restored into it', () => {
    const text = '{\n  "a": {\n    "session_id": "s2",\n    "updated_at": 1784455401.5\n  }\n}'
    writeFileSync(path, text)
    const { saved } = take([{ ...SECOND, key: 'a' }])
    expect(readFileSync(path, 'utf8')).toBe('{}')
    const file = read()
    replaceRoutesFile(home, file, insertEntries(file.json, saved).next, stopped)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('are skipped if they name another session or were used since the preview', () => {
    const { outcomes, saved } = take([
      { ...FIRST, sessionId: 'other' },
      { ...SECOND, updatedMs: 5 },
      { ...THIRD, key: 'nobody' },
      { ...THIRD, key: '_README' },
    ])
    expect(outcomes).toMatchObject([
      { code: 'file-changed' },
      { code: 'file-changed' },
      { code: 'file-gone' },
      { code: 'file-gone' },
    ])
    expect(saved).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe(TEXT)
  })

  it('are not restored over an entry the gateway created meanwhile', () => {
    const { saved } = take([SECOND])
    const changed = readFileSync(path, 'utf8').replace('telegram:dm:1001', 'slack:dm:T1:2')
    writeFileSync(path, changed)
    const put = insertEntries(read().json, saved)
    expect(put.outcomes).toMatchObject([{ kind: 'skipped', code: 'place-taken' }])
    expect(joinJson(put.next)).toBe(changed)
  })

  it('are kept if the gateway is running or the file changed', () => {
    const file = read()
    const { next } = removeEntries(file.json, [FIRST])
    expect(replaceRoutesFile(home, file, next, { isGatewayStopped: () => false })).toMatchObject({
      kind: 'skipped',
      code: 'in-use',
    })
    const onStep = () => writeFileSync(path, '{"new": 1}')
    expect(replaceRoutesFile(home, file, next, { ...stopped, onStep })).toMatchObject({
      kind: 'skipped',
      code: 'file-changed',
    })
    expect(readFileSync(path, 'utf8')).toBe('{"new": 1}')
    expect(readdirSync(join(home, 'sessions'))).toEqual(['sessions.json'])
  })

  it.each(['[]', '{"a": 1', '{"a": {}, "a": {}}', 'null', ''])('are not read from %j', (text) => {
    writeFileSync(path, text)
    expect(readRoutesFile(home)).toMatchObject({ ok: false, fault: { code: 'malformed-file' } })
  })

  it('leave no temporary file of a killed attempt, and never remove one of Hermes', () => {
    const sessions = join(home, 'sessions')
    const ours = '.sessions_steward_f75586ed-9a08-4e17-b0c5-6413125a1074.tmp'
    for (const name of [ours, '.sessions_a1b2c3.tmp']) writeFileSync(join(sessions, name), '{')
    expect(take([FIRST]).written.kind).toBe('done')
    expect(readdirSync(sessions).sort()).toEqual(['.sessions_a1b2c3.tmp', 'sessions.json'])
  })

  it('are not read through a link, or if there is no file', () => {
    unlinkSync(path)
    expect(readRoutesFile(home)).toEqual({ ok: true, value: null })
    symlinkSync(join(temp.root, 'elsewhere'), path)
    expect(readRoutesFile(home)).toMatchObject({ ok: false, fault: { code: 'not-a-plain-file' } })
    expect(existsSync(join(temp.root, 'elsewhere'))).toBe(false)
  })

  it('split and join back to the same text for any object', () => {
    const space = fc.constantFrom('', ' ', '\n', '\n\t')
    const object = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2, '\t'), space, (value, indent, around) => {
        const text = `${around}${JSON.stringify(value, null, indent)}${around}`
        const cut = splitJson(text)
        expect(cut?.members.map(({ key }) => key)).toEqual(Object.keys(value))
        expect(cut === null ? null : joinJson(cut)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })
})
