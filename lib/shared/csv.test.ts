import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes cells that would break a row, and leaves numbers bare and unknown values empty', () => {
  expect(
    toCsv(
      ['id', 'bytes', 'title'],
      [
        ['a,b', 12, 'says "hi"\nthere'],
        ['c', null, ''],
      ],
    ),
  ).toBe('id,bytes,title\r\n"a,b",12,"says ""hi""\nthere"\r\nc,,\r\n')
})

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\nx',
  '\rx',
  ' =1+1',
  '\u00a0\u3000@SUM(A1)',
  '\ufeff=1+1',
  '\u200b\n -1',
  '\u0000=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' ＝1+1',
])('a cell that starts like a formula (%j) becomes text', (name) => {
  const [, cell] = /^n\r\n"?([^"]*)"?\r\n$/.exec(toCsv(['n'], [[name]])) ?? []
  expect(cell).toBe(`'${name}`)
})

it.each(['nightly report', ' indented', 'a=b', '1-2', 'x@example.org', ''])('%j stays as it is', (name) => {
  expect(toCsv(['n'], [[name]])).toBe(`n\r\n${name}\r\n`)
})
