import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readHermesConfig } from './read-hermes-config.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
})

afterEach(() => temp.cleanup())

const write = (text: string) => writeFileSync(join(temp.path, 'config.yaml'), text)

function read(schema: number | null = 26) {
  const config = readHermesConfig(temp.path, schema)
  if (!config.ok) throw new Error(config.fault.code)
  return config.value
}

describe('without a setting, the era decides', () => {
  it.each([
    // schema, auto-prune, checkpoints, their prune, cron outputs, reset
    [6, false, true, false, null, 'both'],
    [11, false, null, null, null, 'both'],
    [19, false, false, true, 50, 'both'],
    [26, false, false, true, 50, 'none'],
    [27, null, false, true, 50, 'none'],
    [30, true, false, true, 50, 'none'],
    [99, true, false, true, 50, 'none'],
    [null, null, null, null, null, 'none'],
  ] as const)('schema %s', (schema, autoPrune, checkpointsEnabled, prunes, cronOutputRetention, mode) => {
    const resetDefault = { mode, atHour: 4, idleMinutes: 1440 }
    expect(read(schema)).toEqual({
      backend: 'sqlite',
      autoPrune,
      retentionDays: 90,
      autoPruneIntervalHours: 24,
      checkpointsEnabled,
      checkpointRetentionDays: 7,
      checkpointAutoPrune: prunes,
      checkpointDeletesOrphans: true,
      checkpointPruneIntervalHours: 24,
      cronOutputRetention,
      resetDefault,
      resetByType: {},
      resetByPlatform: {},
      routingMaxAgeDays: 90,
      multiplexProfiles: false,
    })
  })
})

describe('settings', () => {
  it('outrank the era', () => {
    write(`
database: { backend: Postgres }
sessions: { auto_prune: yes, retention_days: 30 }
checkpoints: { enabled: on, retention_days: "14", auto_prune: off, delete_orphans: no, min_interval_hours: 6 }
cron: { output_retention: 0 }
session_reset: { mode: idle, idle_minutes: 60, at_hour: 5 }
reset_by_type: { group: { mode: daily } }
session_store_max_age_days: 10
multiplex_profiles: true
`)
    expect(read(6)).toMatchObject({
      backend: 'postgres',
      autoPrune: true,
      retentionDays: 30,
      checkpointsEnabled: true,
      checkpointRetentionDays: 14,
      checkpointAutoPrune: false,
      checkpointDeletesOrphans: false,
      checkpointPruneIntervalHours: 6,
      cronOutputRetention: null,
      resetDefault: { mode: 'idle', idleMinutes: 60, atHour: 5 },
      resetByType: { group: { mode: 'daily', idleMinutes: 1440, atHour: 4 } },
      routingMaxAgeDays: 10,
      multiplexProfiles: true,
    })
  })

  it('may be under gateway as well', () => {
    write(`
gateway:
  multiplex_profiles: true
  session_store_max_age_days: 20
  session_reset: { mode: none }
  reset_by_platform: { slack: { mode: both } }
`)
    expect(read(6)).toMatchObject({
      multiplexProfiles: true,
      routingMaxAgeDays: 20,
      resetDefault: { mode: 'none' },
      resetByPlatform: { slack: { mode: 'both' } },
    })
  })

  it('with invalid values count as absent', () => {
    write('sessions: 7\ncheckpoints: [a]\nsession_reset: { mode: weekly, at_hour: 99, idle_minutes: -1 }\n')
    expect(read(26)).toMatchObject({
      retentionDays: 90,
      checkpointRetentionDays: 7,
      resetDefault: { mode: 'none', atHour: 4, idleMinutes: 1440 },
    })
  })

  it('given twice count as in Hermes: the last one wins', () => {
    write('multiplex_profiles: false\nmultiplex_profiles: true\n')
    expect(read().multiplexProfiles).toBe(true)
  })

  it('in an empty file are defaults', () => {
    write('# nothing yet\n')
    expect(read().retentionDays).toBe(90)
  })
})

describe('a file that cannot be used is a fault', () => {
  it('with the line and without its content', () => {
    write('model: a\napi_key: "sk-secret\nother: b\n')
    const config = readHermesConfig(temp.path, 26)
    expect(config).toMatchObject({ ok: false, fault: { code: 'malformed-file', path: 'config.yaml' } })
    expect(JSON.stringify(config)).toMatch(/line \d/)
    expect(JSON.stringify(config)).not.toContain('secret')
  })

  it.each([
    ['a list', '- a\n- b\n'],
    ['a word', 'hello\n'],
    ['an undefined alias', 'a: *missing\n'],
    [
      'aliases that expand without limit',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(',')}]`)
        .join('\n')}\n`,
    ],
  ])('when it contains %s', (_, text) => {
    write(text)
    expect(readHermesConfig(temp.path, 26)).toMatchObject({ ok: false, fault: { code: 'malformed-file' } })
  })

  it('when it is a link or far too large', () => {
    writeFileSync(join(temp.root, 'other.yaml'), 'multiplex_profiles: true\n')
    symlinkSync(join(temp.root, 'other.yaml'), join(temp.path, 'config.yaml'))
    expect(readHermesConfig(temp.path, 26)).toEqual({
      ok: false,
      fault: { code: 'folder-symlink', path: 'config.yaml' },
    })
    temp.cleanup()
    mkdirSync(temp.path, { recursive: true })
    write(`# ${'x'.repeat(5 * 1024 * 1024)}`)
    expect(readHermesConfig(temp.path, 26)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })
})
