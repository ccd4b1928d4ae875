/** The webhook against a real HTTP server on this machine. */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { DAY_MS } from '../../shared/time.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { type DeliveryReport, WebhookSender, type WebhookTimes } from './webhook.ts'

const SECRET = 'a secret of twenty-four characters'
const TIMES: WebhookTimes = { timeoutMs: 5_000, firstPauseMs: 1, longestPauseMs: 4, mostTries: 3 }

let temp: TempHome
let store: Store
let hook: HookServer | null = null
let senders: WebhookSender[] = []
let delivered: DeliveryReport[] = []
let onDelivered = () => {}

beforeEach(() => {
  temp = tempHome()
  store = openAgain()
  delivered = []
  senders = []
})
afterEach(async () => {
  for (const sender of senders) sender.stop()
  await hook?.stop()
  hook = null
  store.close()
  temp.cleanup()
})

function openAgain(): Store {
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

const home = (): HomeRef => ({
  id: 'main',
  label: 'main',
  path: temp.path,
  profile: null,
  root: temp.path,
  demo: false,
})

function makeSender(
  url: string,
  times: Partial<WebhookTimes> = {},
  over: { store?: Store | null; clock?: () => number } = {},
) {
  const sender = new WebhookSender(
    { url, secret: SECRET, version: '9.9.9' },
    {
      home: home(),
      store: over.store === undefined ? store : over.store,
      onDeliveryReport: (report) => {
        delivered.push(report)
        onDelivered()
      },
      times: { ...TIMES, ...times },
      ...(over.clock === undefined ? {} : { clock: over.clock }),
    },
  )
  senders.push(sender)
  return sender
}

/** Resolves when the sender has reported this many outcomes. */
const reports = (count: number) =>
  new Promise<string[]>((resolve) => {
    onDelivered = () => {
      if (delivered.length >= count) resolve(delivered.map(({ words }) => words))
    }
    onDelivered()
  })

const bodyOf = (server: HookServer, at: number) => JSON.parse(server.received[at]?.body ?? 'null')

it('an event arrives once, as JSON, signed with the time it was sent at', async () => {
  hook = await hookServer()
  makeSender(`${hook.url}/in`).queue(anIncident(), 'opened')
  expect(await reports(1)).toEqual(['The webhook was told that it opened.'])
  expect(hook.received).toHaveLength(1)
  const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] = hook.received
  expect([method, path, headers['content-type'], headers['user-agent']]).toEqual([
    'POST',
    '/in',
    'application/json',
    'hermes-steward/9.9.9',
  ])
  expect(JSON.parse(body)).toEqual({
    id: `${anIncident().id}:opened:warn`,
    event: 'opened',
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
    incident: {
      id: anIncident().id,
      home: 'main',
      kind: 'runaway-session',
      subject: anIncident().subject,
      level: 'warn',
      state: 'open',
      title: 'inbox-triage is looping',
      rule: 'over 50 K tokens a minute for 2 minutes',
      evidence: '212 K tokens a minute, same call 209 times',
      openedAt: '2026-09-21T14:13:20.000Z',
      closedAt: null,
      lastSeenAt: '2026-09-21T14:13:25.000Z',
      value: 212_000,
      limit: 50_000,
      unit: 'tokens/min',
      acknowledged: null,
    },
    home: { id: 'main', label: 'main', path: temp.path },
    steward: { version: '9.9.9' },
  })
  const [, seconds = '', digest = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-steward-signature'])) ?? []
  expect(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')).toBe(digest)
})

it('the same event is never delivered twice, however often it is reported', async () => {
  hook = await hookServer()
  const sender = makeSender(hook.url)
  for (let no = 0; no < 5; no += 1) sender.queue(anIncident(), 'opened')
  sender.queue(anIncident({ level: 'critical' }), 'escalated')
  sender.queue(anIncident({ level: 'critical' }), 'escalated')
  sender.queue(anIncident({ level: 'critical', closedMs: 1 }), 'closed')
  await reports(3)
  expect([0, 1, 2].map((at) => bodyOf(hook as HookServer, at).event)).toEqual([
    'opened',
    'escalated',
    'closed',
  ])
  expect(hook.received).toHaveLength(3)
})

it('an event is not delivered again after a restart or without Steward’s database', async () => {
  hook = await hookServer()
  makeSender(hook.url).queue(anIncident(), 'opened')
  await reports(1)
  const again = makeSender(hook.url)
  again.queue(anIncident(), 'opened')
  again.queue(anIncident(), 'closed')
  await reports(2)
  const without = makeSender(hook.url, {}, { store: null })
  for (const _ of [1, 2]) without.queue(anIncident({ id: 'other' }), 'opened')
  await reports(3)
  expect(hook.received.map(({ body }) => JSON.parse(body).id)).toEqual([
    `${anIncident().id}:opened:warn`,
    `${anIncident().id}:closed:warn`,
    'other:opened:warn',
  ])
})

describe('a failed delivery', () => {
  it('500 and then 200: retried with the same body and delivered at the second attempt', async () => {
    hook = await hookServer((response, no) => {
      response.statusCode = no === 0 ? 500 : 200
      response.end()
    })
    makeSender(hook.url).queue(anIncident(), 'opened')
    expect(await reports(2)).toEqual([
      'The webhook was not told yet that it opened: it answered 500. Tried again in 0 s.',
      'The webhook was told that it opened, at try 2.',
    ])
    expect(hook.received[0]?.body).toBe(hook.received[1]?.body)
  })

  it.each([
    [500, 'it answered 500'],
    [404, 'it answered 404'],
    [302, 'it answered 302, and redirects are not followed'],
  ])('%s every time: given up after the last try, and reported', async (status, words) => {
    hook = await hookServer((response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    })
    makeSender(hook.url).queue(anIncident(), 'opened')
    expect((await reports(2)).at(-1)).toBe(
      `The webhook was never told that it opened, after 3 tries: ${words}.`,
    )
    expect(hook.received).toHaveLength(3)
    makeSender(hook.url).queue(anIncident(), 'opened')
    expect(hook.received).toHaveLength(3)
  })

  it('a response that takes too long ends the attempt, and the next one starts', async () => {
    hook = await hookServer((response) => {
      if (delivered.length > 0) response.end()
    })
    makeSender(hook.url, { timeoutMs: 100, mostTries: 1_000 }).queue(anIncident(), 'opened')
    const [first, last] = await reports(2)
    expect(first).toBe(
      'The webhook was not told yet that it opened: there was no answer within 0.1 s. Tried again in 0 s.',
    )
    expect(last).toMatch(/^The webhook was told that it opened, at try \d+\.$/)
  })

  it('a refused connection is retried and delivered once the server listens', async () => {
    const port = await freePort()
    makeSender(`http://127.0.0.1:${port}`, { firstPauseMs: 20, longestPauseMs: 20, mostTries: 1_000 }).queue(
      anIncident(),
      'opened',
    )
    expect(await reports(1)).toEqual([
      'The webhook was not told yet that it opened: the connection was refused. Tried again in 0 s.',
    ])
    hook = await hookServer(undefined, port)
    expect((await reports(2)).at(-1)).toMatch(/^The webhook was told that it opened, at try \d+\.$/)
    expect(hook.received).toHaveLength(1)
  })

  it('a response whose body never ends counts as a response', async () => {
    hook = await hookServer((response) => {
      response.writeHead(200).write('and ')
    })
    makeSender(hook.url).queue(anIncident(), 'opened')
    expect(await reports(1)).toEqual(['The webhook was told that it opened.'])
    expect(hook.received).toHaveLength(1)
  })

  it('no report contains the address or the secret', async () => {
    hook = await hookServer((response) => {
      response.writeHead(500).end()
    })
    makeSender(`${hook.url}/very-secret-path`).queue(anIncident(), 'opened')
    const said = (await reports(2)).join(' ')
    expect(said).not.toContain('very-secret-path')
    expect(said).not.toContain(SECRET)
  })
})

describe('across restarts', () => {
  it('events pending when the process ended are delivered by the next one, in order and once', async () => {
    hook = await hookServer((response) => {
      response.writeHead(503).end()
    })
    const first = makeSender(hook.url, { firstPauseMs: DAY_MS / 2, longestPauseMs: DAY_MS / 2 })
    first.queue(anIncident(), 'opened')
    first.queue(anIncident({ closedMs: 1 }), 'closed')
    await reports(1)
    first.stop()
    await hook.stop()
    store.db.prepare('UPDATE webhook_outbox SET next_ms = 0').run()
    store.close()
    store = openAgain()
    hook = await hookServer()
    makeSender(hook.url)
    await reports(3)
    expect(hook.received.map(({ body }) => JSON.parse(body).event)).toEqual(['opened', 'closed'])
    expect(
      store.db.prepare("SELECT count(*) AS left FROM webhook_outbox WHERE state = 'waiting'").get(),
    ).toEqual({
      left: 0,
    })
  })

  it('events older than a day are not delivered', async () => {
    hook = await hookServer((response) => {
      response.writeHead(503).end()
    })
    const first = makeSender(hook.url, { firstPauseMs: DAY_MS, longestPauseMs: DAY_MS })
    first.queue(anIncident(), 'opened')
    await reports(1)
    first.stop()
    store.db.prepare('UPDATE webhook_outbox SET next_ms = 0, made_ms = ?').run(Date.now() - DAY_MS - 1)
    makeSender(hook.url)
    expect((await reports(2)).at(-1)).toMatch(/^The webhook was never told .*: the news is a day old\.$/)
    expect(hook.received).toHaveLength(1)
  })
})

it('a clock set back by a month delays nothing', async () => {
  hook = await hookServer((response, no) => {
    response.writeHead(no === 0 ? 500 : 200).end()
  })
  const clock = () => Date.now() - (delivered.length > 0 ? 30 * DAY_MS : 0)
  makeSender(hook.url, {}, { clock }).queue(anIncident(), 'opened')
  expect((await reports(2)).at(-1)).toBe('The webhook was told that it opened, at try 2.')
})

it('another incident is delivered while the first one waits for its retry', async () => {
  hook = await hookServer((response, no) => {
    response.writeHead(no === 0 ? 500 : 200).end()
  })
  const sender = makeSender(hook.url, { firstPauseMs: DAY_MS / 2, longestPauseMs: DAY_MS / 2 })
  sender.queue(anIncident({ id: 'first' }), 'opened')
  await reports(1)
  const closed: Incident = anIncident({ id: 'first', closedMs: 1 })
  sender.queue(closed, 'closed')
  sender.queue(anIncident({ id: 'second' }), 'opened')
  await reports(2)
  expect(hook.received.map(({ body }) => JSON.parse(body).id)).toEqual([
    'first:opened:warn',
    'second:opened:warn',
  ])
})
