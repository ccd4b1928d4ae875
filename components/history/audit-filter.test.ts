import { expect, it } from 'vitest'
import { auditHref, parseAuditFilter } from './audit-filter'

it.each([
  [undefined, { refusals: false, before: null }],
  ['done', { refusals: false, before: null }],
  ['refused', { refusals: true, before: null }],
  ['refused.120', { refusals: true, before: 120 }],
  ['done.7', { refusals: false, before: 7 }],
  ['refused.-1', { refusals: false, before: null }],
  ['done.1e9', { refusals: false, before: null }],
  [['refused', 'done'], { refusals: false, before: null }],
])('%j is read as %j', (text, filter) => {
  expect(parseAuditFilter(text)).toEqual(filter)
})

it('a URL parses back to the filter it was made from, in the same home', () => {
  for (const filter of [
    { refusals: true, before: 12 },
    { refusals: false, before: null },
  ]) {
    const url = new URL(auditHref('a b', filter), 'http://x')
    expect(parseAuditFilter(url.searchParams.get('audit') ?? undefined)).toEqual(filter)
    expect(url.searchParams.get('home')).toBe('a b')
  }
})
