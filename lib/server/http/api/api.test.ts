import { expect, it } from 'vitest'
import type { Actor } from '../../../domain/access/actor.ts'
import { captureLog } from '../../../testing/capture-log.ts'
import { actorHeader } from '../guard/actor-header.ts'
import { answerApi, apiJson } from './api.ts'

const OPERATOR: Actor = { role: 'operator', via: 'token', name: 'operator-token', address: '127.0.0.1' }
const ask = (value: string | null, read = async (actor: Actor) => apiJson({ role: actor.role })) =>
  answerApi(
    new Request('http://127.0.0.1/api/v1/homes', {
      headers: value === null ? {} : { [actorHeader.name]: value },
    }),
    read,
  )

it('a request that passed the guard is answered in its role', async () => {
  const response = await ask(actorHeader.write(OPERATOR))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ role: 'operator' })
})

it('an actor header that the guard did not write is ignored', async () => {
  const forged = `guess.${Buffer.from(JSON.stringify(OPERATOR)).toString('base64url')}`
  for (const value of [null, '', forged, JSON.stringify(OPERATOR)]) {
    const response = await ask(value)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: { code: 'unauthorized', message: expect.any(String) },
    })
  }
})

it('a failure shows only a reference, and the log has the reference and the error once', async () => {
  const lines = captureLog()
  const response = await ask(actorHeader.write(OPERATOR), () =>
    Promise.reject(new Error('secret path /home/x')),
  )
  expect(response.status).toBe(503)
  const body = await response.text()
  expect(body).not.toContain('secret')
  expect(body).toMatch(/under [0-9a-f]{8}/)
  expect(lines()).toMatchObject([
    {
      level: 'error',
      message: 'request failed',
      reference: /under (\w{8})/.exec(body)?.[1],
      method: 'GET',
      path: '/api/v1/homes',
      error: expect.stringContaining('Error: secret path /home/x'),
    },
  ])
})
