import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { expect, TOKEN, test } from './fixtures.ts'

test.use({
  homes: {
    lay: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_ALLOWED_HOSTS: 'nas.lan',
    }),
  },
})

/** fetch() does not let anybody choose the Host header; a rebinding page does. */
function askAs(url: string, host: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest(
      { hostname, port, path, headers: { host, authorization: `Bearer ${TOKEN}` } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      },
    )
    request.on('error', reject)
    request.end()
  })
}

test('the health probe is public and says nothing about the home', async ({ lab }) => {
  const response = await fetch(`${lab.server.url}/api/health`)
  expect(response.status).toBe(200)
  expect(Object.keys(await response.json()).sort()).toEqual(['status', 'version'])
})

test('the HTTP interface wants its token, on addresses that exist and on others', async ({ lab }) => {
  for (const path of ['/api/v1/homes', '/api/v1/homes/main/overview', '/api/v1/nothing']) {
    const bare = await fetch(lab.server.url + path)
    expect(bare.status).toBe(401)
    expect(await bare.json()).toMatchObject({ error: { code: 'unauthorized' } })
    const wrong = await fetch(lab.server.url + path, {
      headers: { authorization: 'Bearer another-token-of-24-characters' },
    })
    expect(wrong.status).toBe(401)
  }
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
  expect(await lab.api('/api/v1/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'not-found' } },
  })
  expect(await lab.api('/api/v1/homes/other/overview')).toMatchObject({
    status: 404,
    body: { error: { code: 'not-found' } },
  })
})

test('a foreign Host gets the setting to copy and nothing of the home, on every address', async ({ lab }) => {
  for (const path of ['/', '/api/health', '/api/v1/homes', '/api/v1/homes/main/overview']) {
    const refused = await askAs(lab.server.url, 'rebound.example', path)
    expect(refused.status).toBe(421)
    expect(refused.body).toContain('STEWARD_ALLOWED_HOSTS')
    expect(refused.body).not.toContain('transcripts')
  }
  expect((await askAs(lab.server.url, 'nas.lan:9191', '/api/v1/homes')).status).toBe(200)
})

test('odd home names are just not found', async ({ lab }) => {
  for (const name of [
    '..',
    '%2e%2e',
    '..%2f..%2fetc',
    '*',
    'main%00',
    'x'.repeat(3_000),
    '__proto__',
    'constructor',
  ]) {
    const { status } = await lab.api(`/api/v1/homes/${name}/overview`)
    expect([400, 404]).toContain(status)
  }
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
})
