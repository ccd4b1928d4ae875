import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes what would break a row, and keeps numbers bare and unknown empty', () => {
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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('a name that begins like a formula (%j) is text', (name) => {
  expect(toCsv(['n'], [[name]])).toContain(`'${name}`)
})
