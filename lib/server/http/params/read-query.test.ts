import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiCsv } from '../api/api-csv.ts'
import { readQuery } from './read-query.ts'

const Schema = z.strictObject({
  state: z.enum(['live', 'stale']).optional(),
  limit: z.coerce.number().optional(),
})
const ask = (query: string) => readQuery(new Request(`http://127.0.0.1/api${query}`), Schema)

describe('a query', () => {
  it('is accepted if every key and value is known', () => {
    expect(ask('?state=live&limit=5')).toEqual({ ok: true, value: { state: 'live', limit: 5 } })
    expect(ask('')).toEqual({ ok: true, value: {} })
  })

  it.each([
    ['?stat=live', 'stat is not known here.'],
    ['?state=dead', 'state has no usable value.'],
    ['?state=live&state=stale', 'state is given twice.'],
    ['?__proto__=1', '__proto__ is not known here.'],
  ])('%s is refused as bad input', async (query, message) => {
    const asked = ask(query)
    if (asked.ok) throw new Error('it was taken')
    expect(asked.fault.status).toBe(400)
    expect(await asked.fault.json()).toEqual({ error: { code: 'bad-input', message } })
  })
})

it('a file name cannot end the header', async () => {
  const response = apiCsv('cron-a"b\r\nc', ['id'], [['=1+1']])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="cron-a_b__c.csv"')
  expect(await response.text()).toBe("id\r\n'=1+1\r\n")
})
