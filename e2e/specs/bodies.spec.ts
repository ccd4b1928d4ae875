/** Request bodies that cannot be decoded are refused as such. */
import { join } from 'node:path'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { expect, test } from '../support/fixtures.ts'
import { listServerActions } from '../support/server-actions.ts'

test.use({
  homes: {
    make: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path }),
  },
})

const MULTIPART = 'multipart/form-data; boundary=b'
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** With `action`, sent as the script of a page does, else as a form without JavaScript. */
const UNDECODABLE: readonly { what: string; type: string; body: string; action: boolean; status: number }[] =
  [
    { what: 'a form without a boundary', type: 'multipart/form-data', body: 'x', action: false, status: 400 },
    { what: 'a form that is none', type: MULTIPART, body: 'garbage', action: false, status: 400 },
    { what: 'half a form', type: MULTIPART, body: field('home', 'main'), action: false, status: 400 },
    {
      what: 'a form that is too large',
      type: MULTIPART,
      body: `${field('home', 'x'.repeat(9_000_000))}--b--\r\n`,
      action: false,
      status: 413,
    },
    { what: 'no boundary', type: 'multipart/form-data', body: 'x', action: true, status: 400 },
    { what: 'half a body', type: MULTIPART, body: field('0', '[1]'), action: true, status: 400 },
    {
      what: 'broken JSON in parts',
      type: MULTIPART,
      body: `${field('0', '[1')}--b--\r\n`,
      action: true,
      status: 400,
    },
    { what: 'broken JSON', type: 'text/plain', body: '[{', action: true, status: 400 },
    { what: 'no body', type: 'text/plain', body: '', action: true, status: 400 },
    { what: 'a reference to nothing', type: 'text/plain', body: '["$5"]', action: true, status: 400 },
    { what: 'no list', type: 'text/plain', body: 'null', action: true, status: 400 },
    { what: 'too much', type: 'text/plain', body: `["${'x'.repeat(9_000_000)}"]`, action: true, status: 413 },
  ]

test('a body that cannot be decoded is refused as such, and the next request works', async ({ lab }) => {
  const previews = listServerActions().find(({ name }) => name === 'previewSessions')
  const logged = lab.server.output().length
  for (const { what, type, body, action, status } of UNDECODABLE) {
    const reply = await fetch(`${lab.server.url}/sessions`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: `${lab.cookie.name}=${lab.cookie.value}`,
        origin: lab.server.url,
        'content-type': type,
        ...(action ? { 'next-action': previews?.id ?? '' } : {}),
      },
      body,
    })
    expect([what, reply.status, await reply.json()]).toEqual([
      what,
      status,
      { error: { code: status === 413 ? 'too-large' : 'bad-body', message: expect.any(String) } },
    ])
    expect((await lab.api('/api/v1/homes')).status, `after ${what}`).toBe(200)
  }
  const lines = () =>
    lab.server
      .output()
      .slice(logged)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  await expect.poll(() => lines().length).toBe(UNDECODABLE.length)
  for (const line of lines())
    expect(line).toMatchObject({
      level: 'warn',
      message: 'request body not decoded',
      method: 'POST',
      path: '/sessions',
    })
})

test('a body of unknown length that is too large is refused', async ({ lab }) => {
  const chunk = new Uint8Array(1_000_000).fill(120)
  const reply = await fetch(`${lab.server.url}/sessions`, {
    method: 'POST',
    headers: {
      cookie: `${lab.cookie.name}=${lab.cookie.value}`,
      origin: lab.server.url,
      'content-type': 'text/plain',
      'next-action': listServerActions().find(({ name }) => name === 'previewSessions')?.id ?? '',
    },
    body: new ReadableStream({
      start(controller) {
        for (let n = 0; n < 9; n += 1) controller.enqueue(chunk)
        controller.close()
      },
    }),
    duplex: 'half',
  } as RequestInit)
  expect(reply.status).toBe(413)
})
