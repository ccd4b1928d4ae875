import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tempHome } from '../../testing/temp-home.ts'
import { isTruncated } from './is-truncated.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const long = JSON.stringify({ messages: Array.from({ length: 500 }, () => ({ content: 'hello' })) }, null, 2)

it.each([
  ['whole', long, false],
  ['whole, with an empty line after it', `${long}\n\n`, false],
  ['a list', '[]', false],
  ['cut in the middle', long.slice(0, long.length / 2), true],
  ['without its last character', long.slice(0, -1), true],
  ['empty', '', true],
])('%s', (_, text, expected) => {
  writeFileSync(join(temp.root, 'file.json'), text)
  expect(isTruncated(temp.root, 'file.json')).toBe(expected)
})

it('a file that cannot be read is not reported as truncated', () => {
  mkdirSync(join(temp.root, 'folder.json'))
  writeFileSync(join(temp.root, 'cut.json'), '{')
  symlinkSync(join(temp.root, 'cut.json'), join(temp.root, 'link.json'))
  for (const name of ['nowhere.json', 'folder.json', 'link.json'])
    expect(isTruncated(temp.root, name)).toBe(false)
})
