import { expect, it } from 'vitest'
import { auditHref, parseAuditFilter } from './audit-filter'

it.each([
  [undefined, { kind: 'done', before: null }],
  ['done', { kind: 'done', before: null }],
  ['refused', { kind: 'refused', before: null }],
  ['refused.120', { kind: 'refused', before: 120 }],
  ['done.7', { kind: 'done', before: 7 }],
  ['refused.-1', { kind: 'done', before: null }],
  ['done.1e9', { kind: 'done', before: null }],
  ['routine', { kind: 'routine', before: null }],
  ['routine.7', { kind: 'routine', before: 7 }],
  ['refused.1.2', { kind: 'done', before: null }],
  [['refused', 'done'], { kind: 'done', before: null }],
])('%j is read as %j', (text, filter) => {
  expect(parseAuditFilter(text)).toEqual(filter)
})

it('a URL parses back to the filter it was made from, in the same home', () => {
  for (const filter of [
    { kind: 'refused', before: 12 },
    { kind: 'routine', before: 3 },
    { kind: 'done', before: null },
  ] as const) {
    const url = new URL(auditHref('a b', filter), 'http://x')
    expect(parseAuditFilter(url.searchParams.get('audit') ?? undefined)).toEqual(filter)
    expect(url.searchParams.get('home')).toBe('a b')
  }
})
