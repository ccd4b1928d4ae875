import { expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { someCapabilities, someConfig } from '../../testing/factories.ts'
import type { Capabilities, HermesConfig } from './home.ts'
import { findRefusals } from './refusals.ts'

const codes = (
  capabilities: Partial<Capabilities> = {},
  config: Partial<HermesConfig> = {},
  readOnly = false,
) =>
  findRefusals(
    ok({ capabilities: someCapabilities(capabilities), databaseBytes: 1, walBytes: 0, identity: '1:1' }),
    ok(someConfig(config)),
    readOnly,
    null,
  ).map(({ code }) => code)

it.each([
  ['a known home is writable', {}, {}, false, []],
  ['read-only mode', {}, {}, true, ['read-only']],
  ['a schema from the future', { schemaVersion: 99 }, {}, false, ['schema-unknown']],
  ['a database without a schema number', { schemaVersion: null }, {}, false, ['schema-unknown']],
  ['CJK triggers without their tokenizer', { cjkTriggers: true }, {}, false, ['cjk-tokenizer']],
  ['triggers of two versions at once', { ftsLayout: 'mixed' }, {}, false, ['fts-mixed']],
  ['an unknown full-text layout', { ftsLayout: 'unknown' }, {}, false, ['fts-unknown']],
  ['a plugin’s table', { unknownTables: ['notes'] }, {}, false, ['unknown-table']],
  ['an unknown trigger', { unknownTriggers: ['audit'] }, {}, false, ['unknown-trigger']],
  ['sessions kept in PostgreSQL', {}, { backend: 'postgres' }, false, ['db-unsupported-backend']],
] as const)('%s', (_, capabilities, config, readOnly, expected) => {
  expect(codes(capabilities, config, readOnly)).toEqual(expected)
})

it('a damaged database is refused with the supported fix', () => {
  const [refusal] = findRefusals(
    failed({ code: 'db-malformed', detail: 'disk image is malformed' }),
    ok(someConfig()),
    false,
    null,
  )
  expect(refusal?.code).toBe('db-malformed')
  expect(refusal?.message).toContain('hermes sessions repair')
})
