/** The request guard in front of a real server that reports who was let in, with a settable clock. */
import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { join } from 'node:path'
import { actorHeader } from '../server/http/guard/actor-header.ts'
import { Recorder } from '../server/http/guard/recorder.ts'
import { guardRequest } from '../server/http/guard/request-guard.ts'
import { PasswordCheck } from '../server/http/sign-in/password-check.ts'
import { cookieKey, forgetCookieKey } from '../server/http/sign-in/secrets.ts'
import { SignInSessions } from '../server/http/sign-in/sign-in-sessions.ts'
import { readSettings } from '../server/settings.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { type TempHome, tempHome } from './temp-home.ts'

export const PASSWORD = 'correct horse battery staple'
export const VIEWER_PASSWORD = 'only looking at the stable'
export const OPERATOR_TOKEN = 'operator-token-of-enough-length'
export const VIEWER_TOKEN = 'viewer-token-of-enough-length'
export const GUARD_ENV = {
  STEWARD_PASSWORD: PASSWORD,
  STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
  STEWARD_TOKEN: OPERATOR_TOKEN,
  STEWARD_VIEWER_TOKEN: VIEWER_TOKEN,
  STEWARD_ALLOWED_HOSTS: 'nas.lan',
}

type Reply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly cookie: string | null
}
type Asked = { method?: string; headers?: Record<string, string>; body?: string }
export type GuardLab = {
  readonly ask: (path: string, options?: Asked) => Promise<Reply>
  /** Starts a response that never ends; resolves once it has begun. */
  readonly openStream: (cookie: string) => Promise<{ readonly ended: Promise<void> }>
  readonly signIn: (password: string, headers?: Record<string, string>) => Promise<Reply>
  /** The address of a new one-time link. */
  readonly link: () => string
  readonly signIns: SignInSessions
  readonly recorder: Recorder
  readonly store: Store
  readonly now: () => number
  readonly moveClock: (ms: number) => void
}
export type Guards = {
  readonly temp: TempHome
  readonly open: (env?: Record<string, string>) => Promise<GuardLab>
  readonly close: () => void
}

export const actorOf = (reply: Reply) => (reply.status === 200 ? JSON.parse(reply.body).actor : null)

/** All guards of one test share a data folder, like successive Steward processes. */
export function makeGuards(): Guards {
  const temp = tempHome()
  const servers: Server[] = []
  return {
    temp,
    open: async (env = GUARD_ENV) => {
      const { server, lab } = await openGuard(join(temp.root, 'data'), env)
      servers.push(server)
      return lab
    },
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      temp.cleanup()
    },
  }
}

async function openGuard(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ server: Server; lab: GuardLab }> {
  const settings = readSettings({ STEWARD_DATA: dataDir, ...env })
  if (!settings.ok) throw new Error(settings.fault)
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  let nowMs = Date.now()
  const clock = () => nowMs
  const key = cookieKey(dataDir)
  const passwords = new PasswordCheck(settings.value.credentials, key)
  const signIns = new SignInSessions(store, nowMs, {
    credentialHashes: await passwords.credentialHashes(),
    onUnwritten: () => forgetCookieKey(dataDir),
  })
  const recorder = new Recorder(store, nowMs)
  const parts = { settings: settings.value, signIns, passwords, recorder, cookieKey: key, clock }
  const server = createServer(async (request, response) => {
    if (await guardRequest(parts, request, response)) return
    if (request.url === '/api/stream') return void response.writeHead(200).write('begun')
    const header = request.headers[actorHeader.name]
    response.end(
      JSON.stringify({
        actor: actorHeader.read(typeof header === 'string' ? header : null),
        headers: request.headers,
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ask: GuardLab['ask'] = async (path, asked) => readReply(await begin(port, path, asked))
  const lab: GuardLab = {
    ask,
    openStream: async (cookie) => {
      const reply = await begin(port, '/api/stream', { headers: { cookie } })
      await once(reply, 'data')
      return { ended: new Promise((resolve) => reply.once('close', resolve)) }
    },
    signIn: (password, headers = {}) =>
      ask('/sign-in', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        body: new URLSearchParams({ password }).toString(),
      }),
    link: () => `/sign-in?code=${signIns.links.make(nowMs).code}`,
    signIns,
    recorder,
    store,
    now: clock,
    moveClock: (ms) => (nowMs += ms),
  }
  return { server, lab }
}

function begin(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function readReply(reply: IncomingMessage): Promise<Reply> {
  let body = ''
  for await (const chunk of reply) body += chunk
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    body,
    cookie: reply.headers['set-cookie']?.[0]?.split(';')[0] ?? null,
  }
}
