import { describe, expect, it } from 'vitest'
import { type LogLevel, makeLog } from './log.ts'
import { secretsIn } from './redact.ts'

const NOW_MS = Date.UTC(2026, 10, 18, 9, 30, 0, 250)

function logTo(
  lines: string[],
  { level = 'info' as LogLevel, isTerminal = false, secrets = [] as readonly string[] } = {},
) {
  return makeLog({ level, isTerminal, secrets, now: () => NOW_MS, write: (line) => lines.push(line) })
}

describe('format', () => {
  it('off a terminal, every event is one line of JSON', () => {
    const lines: string[] = []
    logTo(lines).error('run failed', { receipt: 'r1', done: 3, reason: undefined }, new Error('a\nb'))
    expect(lines.join('').split('\n')).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '2026-11-18T09:30:00.250Z',
      level: 'error',
      message: 'run failed',
      receipt: 'r1',
      done: 3,
      error: expect.stringMatching(/^Error: a\nb\n {4}at /),
    })
  })

  it('on a terminal, a line is time, level, message and fields, with the stack indented below', () => {
    const lines: string[] = []
    const log = logTo(lines, { isTerminal: true })
    log.info('run started', { receipt: 'r1', items: 12, note: 'two words' })
    log.warn('home not read', {}, new Error('outer', { cause: 'inner' }))
    expect(lines[0]).toBe('2026-11-18T09:30:00.250Z info  run started receipt=r1 items=12 note="two words"\n')
    expect(lines[1]).toMatch(/ warn {2}home not read\n {2}Error: outer\n {6}at /)
    expect(lines[1]).toMatch(/\n {2}Caused by: inner\n$/)
  })

  it('control characters in a value cannot command the terminal or forge a line', () => {
    const lines: string[] = []
    logTo(lines, { isTerminal: true }).info('home found', { home: 'a\u001b[2J\nfake line' })
    expect(lines).toEqual(['2026-11-18T09:30:00.250Z info  home found home="a\u241b[2J fake line"\n'])
  })

  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('at level %s it has %j', (level, expected) => {
    const lines: string[] = []
    const log = logTo(lines, { level })
    for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each]('something')
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(expected)
  })
})

describe('secrets', () => {
  const PLANTED = {
    STEWARD_PASSWORD: 'planted "pass" wörd',
    STEWARD_VIEWER_PASSWORD: 'planted-viewer-password',
    STEWARD_TOKEN: 'planted-operator-token-0123456789',
    STEWARD_VIEWER_TOKEN: 'planted-viewer-token-0123456789',
    STEWARD_WEBHOOK_URL: 'https://hooks.example/services/planted/path?key=planted-query',
    STEWARD_WEBHOOK_SECRET: 'planted-webhook-secret-0123456789',
  }
  const link = 'http://127.0.0.1:9191/sign-in?code=planted-one-time-code'
  const cookie = 'Fe26.2*1*planted-sealed*cookie~2'
  const texts = [
    ...Object.values(PLANTED),
    ...Object.values(PLANTED).map(encodeURIComponent),
    ...Object.values(PLANTED).map((value) => JSON.stringify({ value })),
    '/services/planted/path?key=planted-query',
    link,
    cookie,
    `steward-9191=${cookie}; Path=/`,
    'cookie: steward-9191=planted-unsealed',
    'Set-Cookie: planted=planted; HttpOnly',
    'authorization: Basic planted-basic',
    `{"authorization":"Bearer planted-other-token"}`,
    'Bearer planted-other-token',
    'https://planted-user:planted-pass@hooks.example/',
  ]

  it.each([true, false])('are in no line, wherever they were put (terminal: %s)', (isTerminal) => {
    const lines: string[] = []
    const log = logTo(lines, { isTerminal, level: 'debug', secrets: secretsIn(PLANTED) })
    for (const text of texts) {
      log.info(`message with ${text}`)
      log.warn('field', { path: text })
      log.error('error', {}, new Error(`failed at ${text}`, { cause: new TypeError(text) }))
      log.debug('thrown text', {}, text)
    }
    expect(lines).toHaveLength(4 * texts.length)
    expect(lines.filter((line) => /planted|wörd|w%C3%B6rd/.test(line))).toEqual([])
  })

  it.each(['password', 'operatorToken', 'webhookSecret', 'cookie', 'authorization', 'signInLink', 'code'])(
    'a field called %s is redacted whatever it holds',
    (name) => {
      const lines: string[] = []
      logTo(lines).info('signed in', { [name]: 'anything' })
      expect(lines.join('')).not.toContain('anything')
    },
  )

  it('ordinary text stays as it is', () => {
    const lines: string[] = []
    const secrets = secretsIn({ STEWARD_PASSWORD: 'x', STEWARD_WEBHOOK_URL: 'http://127.0.0.1:9/in' })
    logTo(lines, { secrets }).info('exit of /in', { path: '/api/v1/homes/main/overview?q=in' })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: 'exit of /in',
      path: '/api/v1/homes/main/overview?q=in',
    })
  })
})
