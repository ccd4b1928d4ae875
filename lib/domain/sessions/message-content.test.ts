import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentText, namesIn } from './message-content.ts'

const stored = (content: unknown): string => `\u0000json:${JSON.stringify(content)}`

describe('what a message says', () => {
  it.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['{"text": "not structured"}', '{"text": "not structured"}'],
    [stored([{ type: 'text', text: 'Look at "this"\nand that' }]), 'Look at "this"\nand that'],
    [
      stored([
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: 'data:…' } },
      ]),
      'See\n[image_url]',
    ],
    [stored([{ text: 'é \u2603 \\u0041 \\' }]), 'é \u2603 \\u0041 \\'],
    [stored({ result: 42 }), '{"result":42}'],
    ['\u0000json:', ''],
    ['\u0000json:[{"type":"text","text":"cut off in the mid', 'cut off in the mid'],
    ['\u0000json:[{"text":"cut off in an escape \\', 'cut off in an escape '],
    ['\u0000json:[{"text":"cut off in an escape \\u00', 'cut off in an escape \\u00'],
  ])('%j reads %j', (head, text) => {
    expect(contentText(head)).toBe(text)
  })

  it('any text is returned unchanged, and any prefix of it as its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, cut) => {
        const whole = stored([{ text }])
        expect(contentText(whole)).toBe(text === '' ? '' : text)
        const head = contentText(whole.slice(0, '\u0000json:[{"text":"'.length + cut))
        const sure = head.replace(/\\u?[0-9a-f]{0,3}$/, '')
        expect(text.startsWith(sure) || head === text).toBe(true)
      }),
    )
  })
})

it('the called tools are named, as far as the prefix shows them', () => {
  const calls = JSON.stringify([
    { id: 'call_1', type: 'function', function: { name: 'terminal', arguments: '{"name": "no tool"}' } },
    { id: 'call_2', type: 'function', function: { name: 'read_file', arguments: '{}' } },
  ])
  expect(namesIn(calls)).toEqual(['terminal', 'read_file'])
  expect(namesIn(calls.slice(0, 90))).toEqual(['terminal'])
  expect(namesIn('not json')).toEqual([])
})
