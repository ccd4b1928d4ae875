import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readApiServer } from './read-api-server.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'profiles', 'work'), { recursive: true })
})
afterEach(() => temp.cleanup())

const write = (name: string, text: string, home = temp.path) => writeFileSync(join(home, name), text)
const main = () => ({ path: temp.path, root: temp.path, profile: null })
const work = () => ({ path: join(temp.path, 'profiles', 'work'), root: temp.path, profile: 'work' })
const at = (base: string, key: string | null = null) => ({ ok: true, value: { base, key } })
const NOT_CONFIGURED = { ok: false, fault: 'not-configured' }

it('a home without API server settings has none', () => {
  expect(readApiServer(main(), {})).toEqual(NOT_CONFIGURED)
  write('.env', 'OPENAI_API_KEY=sk-1\n# API_SERVER_ENABLED=true\nXAPI_SERVER_KEY=no\n')
  write('config.yaml', 'platforms:\n  telegram:\n    enabled: true\n')
  expect(readApiServer(main(), {})).toEqual(NOT_CONFIGURED)
})

it.each([
  ['the switch alone', 'API_SERVER_ENABLED=true', at('http://127.0.0.1:8642')],
  ['the key alone', 'API_SERVER_KEY=abc', at('http://127.0.0.1:8642', 'abc')],
  [
    'quotes, comments, exports and Windows line endings',
    'export API_SERVER_ENABLED="yes" # on\r\nAPI_SERVER_KEY=\'a b#c\'\r\nAPI_SERVER_PORT = 9000 # ours\r\n',
    at('http://127.0.0.1:9000', 'a b#c'),
  ],
  ['the last of two', 'API_SERVER_KEY=old\nAPI_SERVER_KEY=new', at('http://127.0.0.1:8642', 'new')],
  [
    'the address of all interfaces, which includes loopback',
    'API_SERVER_KEY=k\nAPI_SERVER_HOST=0.0.0.0',
    at('http://127.0.0.1:8642', 'k'),
  ],
  ['the other loopback', 'API_SERVER_KEY=k\nAPI_SERVER_HOST=::1', at('http://[::1]:8642', 'k')],
  [
    'another machine’s address',
    'API_SERVER_KEY=k\nAPI_SERVER_HOST=10.0.0.7',
    { ok: false, fault: 'elsewhere' },
  ],
  [
    'a host name, which could resolve to another machine',
    'API_SERVER_KEY=k\nAPI_SERVER_HOST=evil.example',
    { ok: false, fault: 'elsewhere' },
  ],
  ['an invalid port', 'API_SERVER_KEY=k\nAPI_SERVER_PORT=99999', { ok: false, fault: 'elsewhere' }],
])('%s', (_, env, expected) => {
  write('.env', env)
  expect(readApiServer(main(), {})).toEqual(expected)
})

it('config.yaml enables it too, .env outranks it, and both outrank Steward’s environment', () => {
  write(
    'config.yaml',
    'platforms:\n  api_server:\n    enabled: true\n    extra: { port: 9100, key: of-config }\n',
  )
  expect(readApiServer(main(), {})).toEqual(at('http://127.0.0.1:9100', 'of-config'))
  write('.env', 'API_SERVER_KEY=of-env\n')
  expect(readApiServer(main(), { API_SERVER_KEY: 'of-process', API_SERVER_PORT: '9200' })).toEqual(
    at('http://127.0.0.1:9200', 'of-env'),
  )
})

it('a profile uses only its own files, or its part of a root gateway that serves all', () => {
  expect(readApiServer(work(), { API_SERVER_KEY: 'of-process' })).toEqual(NOT_CONFIGURED)
  write('.env', 'API_SERVER_KEY=of-root\n')
  expect(readApiServer(work(), {})).toEqual(NOT_CONFIGURED)
  write('config.yaml', 'gateway:\n  multiplex_profiles: true\n')
  expect(readApiServer(work(), {})).toEqual(at('http://127.0.0.1:8642/p/work', 'of-root'))
  write('.env', 'API_SERVER_KEY=own\nAPI_SERVER_PORT=8700\n', work().path)
  expect(readApiServer(work(), {})).toEqual(at('http://127.0.0.1:8700', 'own'))
})

it('a .env that is a link is not followed', () => {
  write('elsewhere', 'API_SERVER_KEY=k\n', temp.root)
  symlinkSync(join(temp.root, 'elsewhere'), join(temp.path, '.env'))
  expect(readApiServer(main(), {})).toEqual(NOT_CONFIGURED)
})
