import { expect, it } from 'vitest'
import { parseBoundedJson } from './bounded-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

it.each([
  ['what Hermes writes', '{"a": [1, 2, {"b": null}], "c": "text"}'],
  ['brackets and commas in text', JSON.stringify({ a: `${'['.repeat(1_000)}\\"${','.repeat(1_000_000)}` })],
  ['as deep as allowed', nested(100)],
  ['long, with few values', JSON.stringify({ a: 'x'.repeat(8_000_000) })],
])('parses %s', (_, text) => {
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text))
})

it.each([
  ['too deep', nested(101), 'levels'],
  ['brackets only', '['.repeat(16_000_000), 'levels'],
  ['too many values', `[${'0,'.repeat(500_001)}0]`, 'values'],
  ['too many objects', `[${'{},'.repeat(500_001)}{}]`, 'values'],
  ['not JSON', '{', 'JSON'],
  ['an unclosed text', `{"a": "${'x'.repeat(1_000)}`, 'JSON'],
])('refuses %s', (_, text, words) => {
  expect(() => parseBoundedJson(text)).toThrow(SyntaxError)
  expect(() => parseBoundedJson(text)).toThrow(words)
})
