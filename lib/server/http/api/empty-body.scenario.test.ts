/** Calls without input accept an empty body and refuse any other before anything happens. */
import { expect, it } from 'vitest'
import { POST as restore } from '@/app/api/v1/receipts/[id]/restore/route'
import { POST as stop } from '@/app/api/v1/receipts/[id]/stop/route'
import { actorHeader } from '../guard/actor-header.ts'
import { readEmptyBody } from './read-json-body.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const asked = (body: string | null, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: {
      [actorHeader.name]: actorHeader.write({ role: 'operator', via: 'token', name: 'x', address: '::1' }),
      ...headers,
    },
    body,
  })

it.each([
  [null, {}],
  ['', JSON_TYPE],
  ['{}', JSON_TYPE],
])('%j counts as an empty body', async (body, headers) => {
  expect(await readEmptyBody(asked(body, headers))).toEqual({ ok: true, value: null })
})

const REFUSED = [
  ['{"force":true}', JSON_TYPE, 400],
  ['{', JSON_TYPE, 400],
  ['[]', JSON_TYPE, 400],
  ['{}', { 'content-type': 'text/plain' }, 415],
  ['x'.repeat(1_000_001), JSON_TYPE, 413],
] as const

it.each([
  ['restore', restore],
  ['stop', stop],
])('%s refuses every other body', async (_, route) => {
  for (const [body, headers, status] of REFUSED) {
    const answer = await route(asked(body, headers), { params: Promise.resolve({ id: 'none' }) })
    expect(answer.status).toBe(status)
  }
})
