import { expect, it } from 'vitest'
import { beyondYamlBounds } from './yaml-bounds.ts'

const section = (at: number) =>
  `agent_${at}:\n  model: "anthropic/claude"\n  tools: [shell, {web: yes}, 'files']\n  prompt: |\n    Be kind: no [brackets, please.\n`

it.each([
  ['what Hermes writes', section(1)],
  ['a long configuration', Array.from({ length: 1_000 }, (_, at) => section(at)).join('')],
  ['unmatched brackets in text', 'a: |\n  ]]]]]] ]]]]]]\n'.repeat(100)],
  [
    'merged settings',
    `a: &a {b: 1}\n${Array.from({ length: 50 }, (_, at) => `c_${at}:\n  <<: *a\n`).join('')}`,
  ],
  ['nothing', ''],
])('accepts %s', (_, text) => {
  expect(beyondYamlBounds(text)).toBeNull()
})

it.each([
  ['300 KB of brackets', 'a: '.concat('['.repeat(300_000))],
  ['300 KB of braces', '{a: '.repeat(75_000)],
  ['nested keys', '? '.repeat(300)],
  ['nested keys in lists', `a: ${'[? '.repeat(300)}`],
  ['a document of brackets', '[? \na: '.repeat(300)],
  ['a marked document of brackets', `--- ${'[? \na: '.repeat(300)}`],
  ['a named document of brackets', `&a ${'[? \na: '.repeat(300)}`],
  ['nested lists', '- '.repeat(100_000)],
  ['nested by indentation', Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
])('refuses %s as too deep', (_, text) => {
  expect(beyondYamlBounds(text)).toBe('It is nested too deeply')
})

it.each([
  ['list', `a: [${'1,'.repeat(100_000)}]`],
  ['list of lines', '- a\n'.repeat(100_000)],
  ['list of aliases', `a: &a 1\nb: [${'*a,'.repeat(80_000)}]`],
  ['list of documents', '---\n'.repeat(30_000)],
  ['list of closing brackets', ']'.repeat(500_000)],
  ['text of closing brackets', `a: ${']}'.repeat(250_000)}`],
])('refuses a long %s', (_, text) => {
  expect(beyondYamlBounds(text)).toBe('It has too many values')
})

it.each([
  ['many keys', Array.from({ length: 95 }, (_, at) => `b${at}:\n  <<: *a\n`).join('')],
  ['one key', `b:\n  <<: [${Array(95).fill('*a').join(', ')}]\n`],
])('refuses a long mapping that is merged into %s', (_, merges) => {
  const long = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join(', ')
  expect(beyondYamlBounds(`a: &a {${long}}\n${merges}`)).toBe('It has too many references')
})
