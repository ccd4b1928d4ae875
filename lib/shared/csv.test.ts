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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])(
  'a cell that starts like a formula (%j) becomes text',
  (name) => {
    expect(toCsv(['n'], [[name]])).toContain(`'${name}`)
  },
)
