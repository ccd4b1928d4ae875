/** The server: the request guard in front, Next behind it, in one process. `npm start` runs it. */
import { createServer } from 'node:http'
import next from 'next'
import { flushLog, log } from '../lib/platform/log.ts'
import { captureConsole, captureWarnings } from '../lib/server/capture-console.ts'
import { isAllowedHost, ownAddress } from '../lib/server/http/allowed-host.ts'
import { Recorder } from '../lib/server/http/guard/recorder.ts'
import { guardRequest } from '../lib/server/http/guard/request-guard.ts'
import { sharedGuard } from '../lib/server/http/guard/shared-guard.ts'
import { handleWithNext } from '../lib/server/http/guard/undecodable-body.ts'
import type { GuardContext } from '../lib/server/http/guard/visit.ts'
import { logFailedRequest } from '../lib/server/http/log-failed-request.ts'
import { PasswordCheck } from '../lib/server/http/sign-in/password-check.ts'
import { cookieKey, forgetCookieKey } from '../lib/server/http/sign-in/secrets.ts'
import { SignInSessions } from '../lib/server/http/sign-in/sign-in-sessions.ts'
import { refuseDataFolder } from '../lib/server/refuse-data-folder.ts'
import { readSettings, type Settings } from '../lib/server/settings.ts'
import { VERSION } from '../lib/server/version.ts'
import { watchTemporaryData } from '../lib/server/watch-temporary-data.ts'
import { HomeLocks } from '../lib/server/workers/home-locks.ts'
import { sharedHomeLocks } from '../lib/server/workers/shared-home-locks.ts'
import { MINUTE_MS } from '../lib/shared/time.ts'
import { settleDataFolder } from '../lib/store/data-folder/temporary-data.ts'
import { openStore } from '../lib/store/open-store.ts'
import { setAsideDamagedStore } from '../lib/store/set-aside-damaged.ts'
import { ignoreOutputErrors, RESTART_SIGNAL, ROOT } from './project.ts'

// Everything it imports is in Node's compile cache now, which is the purpose of this run (scripts/build-once.ts).
if (process.argv.includes('--load-only')) process.exit(0)

// Only the operator may read what Steward writes, whatever their umask.
process.umask(0o077)
process.env.NEXT_TELEMETRY_DISABLED = '1'

const settings = placedSettings()
const { host, port, dataDir, demoHome, hermesHome, credentials } = settings
const dev = process.argv.includes('--dev')

ignoreOutputErrors()
// In development the output of Next and Node is wanted as it is.
if (!dev) {
  captureConsole()
  captureWarnings()
}

const damaged = setAsideDamagedStore(dataDir, Date.now())
if (damaged !== null) log.error('records damaged, set aside', { file: damaged })
const opened = openStore(dataDir)
const store = opened.ok ? opened.value : null
if (!opened.ok) log.error('data folder not writable', { reason: opened.fault.detail })

const key = cookieKey(dataDir)
const passwords = new PasswordCheck(credentials, key)
const signIns = new SignInSessions(store, Date.now(), {
  credentialHashes: await passwords.credentialHashes(),
  onUnwritten: () => forgetCookieKey(dataDir),
})
const recorder = new Recorder(store, Date.now())
const parts: GuardContext = { settings, signIns, passwords, recorder, cookieKey: key, clock: Date.now }
setInterval(() => {
  signIns.sweep(Date.now())
  recorder.sweep(Date.now())
}, MINUTE_MS).unref()

sharedGuard.set(parts)
sharedHomeLocks.set(new HomeLocks())

const server = createServer((request, response) => {
  guardRequest(parts, request, response)
    .then((answered) => (answered ? undefined : handleWithNext(request, response, handle)))
    .catch((error) => {
      const reference = logFailedRequest(request.method, request.url ?? '', error)
      if (response.headersSent) response.end()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`Failed. Reference: ${reference}\n`)
    })
})
// Next handles upgrades on the server it is given, past the request guard. Steward has none, so Next gets a server that
// never listens, and an upgrade is answered as a plain request. Only reloading in development needs the real one.
const app = next({ dev, dir: ROOT, hostname: host, port, httpServer: dev ? server : createServer() })
const handle = app.getRequestHandler()
await app.prepare()
if (dev)
  server.prependListener('upgrade', ({ headers }, socket) => {
    if (!isAllowedHost(headers.host ?? null, settings.allowedHosts)) socket.destroy()
  })
server.headersTimeout = 20_000
server.requestTimeout = 60_000
server.maxRequestsPerSocket = 0
// A client that reads nothing for this long is gone, even if its socket is open; streams send something every 15 seconds.
server.timeout = 120_000
server.on('error', async (error: NodeJS.ErrnoException) => {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'Something else listens there; set STEWARD_PORT to another port.'
      : error.message
  log.error('server cannot listen', { host, port, reason })
  await flushLog()
  process.exit(1)
})
server.listen(port, host, () => {
  const address = ownAddress(settings)
  process.stdout.write(
    `\nHermes Steward ${VERSION}\n  Home     ${demoHome ?? hermesHome}${demoHome === null ? '' : '  (demo)'}\n  Address  ${address}\n`,
  )
  if (credentials.operatorPassword === null) {
    const { code } = signIns.links.make(Date.now())
    recorder.record({
      atMs: Date.now(),
      event: 'link-made',
      actor: 'terminal',
      role: null,
      address: 'this machine',
      detail: 'printed at start',
    })
    process.stdout.write(
      `  Sign in  ${address}/sign-in?code=${code}\n           works once, for ten minutes; npm run sign-in prints another\n`,
    )
  }
  process.stdout.write('\n')
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => endBy(signal))
watchTemporaryData(settings, store, () => endBy(RESTART_SIGNAL))

function endBy(signal: NodeJS.Signals): void {
  recorder.close(Date.now())
  // By the signal itself: an exit waits for V8's compiler threads, and one of them may be waiting for a garbage
  // collection that only this thread can start. Once in a few hundred stops that was a deadlock.
  server.close(async () => {
    await flushLog()
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  // Open event streams would keep a graceful close waiting forever.
  server.closeAllConnections()
}

/** The app reads the settings from the same environment. */
function placedSettings(): Settings {
  delete process.env.STEWARD_TEMPORARY_DATA
  const { dataDir: wanted } = settingsNow()
  const { path, temporaryFor } = settleDataFolder(wanted)
  if (temporaryFor !== null) process.env.STEWARD_TEMPORARY_DATA = path
  return settingsNow()
}

function settingsNow(): Settings {
  const read = readSettings(process.env)
  const fault = read.ok ? refuseDataFolder(read.value) : read.fault
  if (read.ok && fault === null) return read.value
  console.error(fault)
  process.exit(1)
}
