/** A line counts as stored only if a row says the same. */
import { describe, expect, it } from 'vitest'
import { identityOfRow, makeLineMatcher, type StoredMessage } from './jsonl-lines.ts'

const same = (text: string) => text
const AT = '2026-11-01T10:00:00Z'
const row = (message: Partial<StoredMessage>) =>
  identityOfRow(
    { role: 'user', content: '', toolCallId: null, toolCalls: null, atMs: null, ...message },
    same,
  )
const line = (message: object) => JSON.stringify({ role: 'user', ...message })
const calls = (id: string, more = {}) => [
  { id, type: 'function', function: { name: 'read', arguments: '{}' }, ...more },
]

function missing(rows: Partial<StoredMessage>[], lines: readonly string[]): number {
  const matcher = makeLineMatcher(rows.map(row), same)
  for (const text of lines) matcher.add(text)
  return matcher.missing()
}

describe('lines that a row has', () => {
  it.each<[string, Partial<StoredMessage>, string]>([
    ['text', { content: 'hello' }, line({ content: 'hello' })],
    ['unknown keys', { content: 'hello' }, line({ content: 'hello', later: { a: 1 } })],
    ['no content', { content: null }, line({ content: '' })],
    ['no content at all', { content: '' }, line({})],
    [
      'a list of parts, stored as JSON',
      { content: '\0json:[{"type": "text", "text": "a"}]' },
      line({ content: [{ text: 'a', type: 'text' }] }),
    ],
    ['half a surrogate pair', { content: 'a\uFFFD' }, `{"role":"user","content":"a\\ud83d"}`],
    [
      'a call that is stored with less',
      { role: 'assistant', toolCalls: JSON.stringify(calls('c1')) },
      line({ role: 'assistant', tool_calls: calls('c1', { call_id: 'x' }) }),
    ],
    [
      'a line without the call of its row',
      { role: 'assistant', toolCalls: JSON.stringify(calls('c1')) },
      line({ role: 'assistant', content: '' }),
    ],
    [
      'the output of a call',
      { role: 'tool', content: 'out', toolCallId: 'c1' },
      line({ role: 'tool', content: 'out', tool_call_id: 'c1' }),
    ],
    [
      'a local time, whatever it is',
      { content: 'a', atMs: 0 },
      line({ content: 'a', timestamp: '2026-03-01T10:00:00.5' }),
    ],
    ['the same time', { content: 'a', atMs: Date.parse(AT) + 60_000 }, line({ content: 'a', timestamp: AT })],
  ])('%s', (_, stored, text) => {
    expect(missing([stored], [text])).toBe(0)
  })

  it('the same line twice needs one row', () => {
    expect(missing([{ content: 'a' }], [line({ content: 'a' }), line({ content: 'a' })])).toBe(0)
  })

  it('a record about the session, and empty lines, are no messages', () => {
    expect(missing([], ['{"tools": [], "role": "session_meta"}', '', '  '])).toBe(0)
  })
})

describe('lines that no row has', () => {
  it.each<[string, Partial<StoredMessage>, string]>([
    ['another text', { content: 'hello' }, line({ content: 'hello!' })],
    ['another role', { content: 'hello', role: 'assistant' }, line({ content: 'hello' })],
    ['no role', { content: 'hello' }, '{"content":"hello"}'],
    ['an interrupted write', { content: 'hello' }, '{"role":"user","content":"hel'],
    ['JSON that is no message', { content: 'hello' }, '["hello"]'],
    [
      'the output of another call',
      { role: 'tool', content: 'out', toolCallId: 'c1' },
      line({ role: 'tool', content: 'out', tool_call_id: 'c2' }),
    ],
    [
      'another call',
      { role: 'assistant', toolCalls: JSON.stringify(calls('c1')) },
      line({ role: 'assistant', tool_calls: calls('c2') }),
    ],
    ['a text that looks like parts', { content: '[{"text":"a"}]' }, line({ content: [{ text: 'a' }] })],
    ['the same text at another time', { content: 'a', atMs: 0 }, line({ content: 'a', timestamp: AT })],
    ['the same in epoch seconds', { content: 'a', atMs: 0 }, line({ content: 'a', timestamp: 1.7e9 })],
    ['a binary value', { content: Buffer.from('a') }, line({ content: 'a' })],
  ])('%s', (_, stored, text) => {
    expect(missing([stored], [text])).toBe(1)
  })

  it('two equal messages at two times need two rows', () => {
    const twice = [1, 2].map((second) => line({ content: 'go on', timestamp: `2026-03-01T10:00:0${second}` }))
    expect(missing([{ content: 'go on' }], twice)).toBe(1)
    expect(missing([{ content: 'go on' }, { content: 'go on' }], twice)).toBe(0)
  })

  it('the row that says the same is taken before one that says more', () => {
    const plain = { role: 'assistant', content: '' }
    const called = { ...plain, toolCalls: JSON.stringify(calls('c1')) }
    const lines = [line({ role: 'assistant' }), line({ role: 'assistant', tool_calls: calls('c1') })]
    expect(missing([called, plain], lines)).toBe(0)
  })
})
