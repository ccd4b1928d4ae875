/**
 * Everything the operator can set, read from the environment once (README, Settings). An invalid value stops
 * the start with a message that says what to write instead, because a silent fallback could be unsafe.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { LOG_LEVELS, type LogLevel } from '../platform/log.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { isHostName, nameOfListening } from './http/allowed-host.ts'

export type Settings = {
  readonly hermesHome: string
  readonly extraHomes: readonly string[]
  readonly dataDir: string
  /** What STEWARD_DATA names, while its disk is too full and `dataDir` is a temporary folder. */
  readonly temporaryFor: string | null
  readonly host: string
  readonly port: number
  readonly credentials: Credentials
  readonly allowedHosts: readonly string[]
  /** Trust a proxy's headers for the client address and TLS. */
  readonly trustProxy: boolean
  readonly readOnly: boolean
  /** How long trash and archives are kept. Null keeps them until they are purged. */
  readonly trashDays: number | null
  readonly archiveDays: number | null
  /** Where incidents are delivered. Null disables delivery. */
  readonly webhook: WebhookSettings | null
  /** Messages below this level are not logged. */
  readonly logLevel: LogLevel
  /** Set by `npm start` when there is no Hermes on this machine. */
  readonly demoHome: string | null
}

/** Null disables that sign-in method. The one-time link is always available. */
export type Credentials = {
  readonly operatorPassword: string | null
  readonly viewerPassword: string | null
  readonly operatorToken: string | null
  readonly viewerToken: string | null
}

/** The URL may itself be a secret, so neither part is ever shown or logged. */
type WebhookSettings = {
  readonly url: string
  /** Null: messages are not signed. */
  readonly secret: string | null
}

type Env = Readonly<Record<string, string | undefined>>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const TOKEN_LENGTH_MIN = 24
/** Only where others can reach Steward, directly or through a proxy. */
const PASSWORD_LENGTH_MIN = 12

export function readSettings(env: Env): Result<Settings, string> {
  const port = Number(given(env.STEWARD_PORT) ?? '9191')
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return failed(`STEWARD_PORT must be a number from 1 to 65535, not "${env.STEWARD_PORT}".`)
  }
  const credentials = readCredentials(env)
  if (!credentials.ok) return credentials
  const host = given(env.STEWARD_HOST) ?? '127.0.0.1'
  if (!LOOPBACK.has(host) && credentials.value.operatorPassword === null) {
    return failed(
      `STEWARD_HOST is ${host}, which others can reach, so STEWARD_PASSWORD must be set. Or leave STEWARD_HOST unset and use a tunnel: ssh -L ${port}:127.0.0.1:${port} user@host`,
    )
  }
  const trustProxy = readSwitch(env, 'STEWARD_TRUST_PROXY')
  if (!trustProxy.ok) return trustProxy
  const tooShort = describeShortPassword(credentials.value)
  if (tooShort !== null && (trustProxy.value || !LOOPBACK.has(host))) return failed(tooShort)
  const trashDays = readDays(env, 'STEWARD_TRASH_DAYS', 7)
  if (!trashDays.ok) return trashDays
  const archiveDays = readDays(env, 'STEWARD_ARCHIVE_DAYS', 90)
  if (!archiveDays.ok) return archiveDays
  const webhook = readWebhook(env)
  if (!webhook.ok) return webhook
  const logLevel = readLogLevel(env)
  if (!logLevel.ok) return logLevel
  const readOnly = readSwitch(env, 'STEWARD_READ_ONLY')
  if (!readOnly.ok) return readOnly
  const allowedHosts = list(env.STEWARD_ALLOWED_HOSTS, ',').map((name) => name.toLowerCase())
  const odd = allowedHosts.find((name) => !isHostName(name))
  if (odd !== undefined)
    return failed(
      `STEWARD_ALLOWED_HOSTS holds host names without scheme or port, separated by commas, like steward.example; "${odd}" is none.`,
    )
  const dataDir = expand(given(env.STEWARD_DATA) ?? '~/.hermes-steward')
  // Set by the server for itself.
  const temporary = given(env.STEWARD_TEMPORARY_DATA) ?? null
  return ok({
    hermesHome: given(env.STEWARD_DEMO_HOME) ?? expand(given(env.HERMES_HOME) ?? '~/.hermes'),
    extraHomes: list(env.STEWARD_HOMES, ':').map(expand),
    dataDir: temporary ?? dataDir,
    temporaryFor: temporary === null ? null : dataDir,
    host,
    port,
    credentials: credentials.value,
    // The configured listen address is also an allowed host name.
    allowedHosts: [...allowedHosts, ...(LOOPBACK.has(host) ? [] : [nameOfListening(host) ?? []].flat())],
    trustProxy: trustProxy.value,
    readOnly: readOnly.value,
    trashDays: trashDays.value,
    archiveDays: archiveDays.value,
    webhook: webhook.value,
    logLevel: logLevel.value,
    demoHome: given(env.STEWARD_DEMO_HOME) ?? null,
  })
}

/** Anything but 0 and 1 is an error. Reading `true` as off would be unsafe. */
function readSwitch(env: Env, name: string): Result<boolean, string> {
  const value = given(env[name]) ?? '0'
  if (value !== '0' && value !== '1') return failed(`${name} must be 1 or 0, not "${env[name]}".`)
  return ok(value === '1')
}

function readLogLevel(env: Env): Result<LogLevel, string> {
  const value = given(env.STEWARD_LOG_LEVEL) ?? 'info'
  const level = LOG_LEVELS.find((each) => each === value)
  return level === undefined
    ? failed(`STEWARD_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${env.STEWARD_LOG_LEVEL}".`)
    : ok(level)
}

/** Errors never quote the URL, because it often contains a key. */
function readWebhook(env: Env): Result<WebhookSettings | null, string> {
  const address = given(env.STEWARD_WEBHOOK_URL)
  const secret = given(env.STEWARD_WEBHOOK_SECRET) ?? null
  if (address === undefined) return ok(null)
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return failed('STEWARD_WEBHOOK_URL must be an address that begins with http:// or https://.')
  if (url.username !== '' || url.password !== '')
    return failed(
      'STEWARD_WEBHOOK_URL must not hold a name or a password. Set STEWARD_WEBHOOK_SECRET and check the signature instead.',
    )
  if (secret !== null && secret.length < TOKEN_LENGTH_MIN)
    return failed(
      `STEWARD_WEBHOOK_SECRET has ${secret.length} characters; it needs at least ${TOKEN_LENGTH_MIN}. Make one with: openssl rand -hex 24`,
    )
  return ok({ url: url.href, secret })
}

/** `0` keeps them until they are removed by hand. */
function readDays(env: Env, name: string, defaultDays: number): Result<number | null, string> {
  const days = Number(given(env[name]) ?? defaultDays)
  if (!Number.isInteger(days) || days < 0 || days > 3_650)
    return failed(`${name} must be a number of days from 1 to 3650, or 0 for ever, not "${env[name]}".`)
  return ok(days === 0 ? null : days)
}

function readCredentials(env: Env): Result<Credentials, string> {
  const credentials: Credentials = {
    operatorPassword: given(env.STEWARD_PASSWORD) ?? null,
    viewerPassword: given(env.STEWARD_VIEWER_PASSWORD) ?? null,
    operatorToken: given(env.STEWARD_TOKEN) ?? null,
    viewerToken: given(env.STEWARD_VIEWER_TOKEN) ?? null,
  }
  for (const [name, token] of [
    ['STEWARD_TOKEN', credentials.operatorToken],
    ['STEWARD_VIEWER_TOKEN', credentials.viewerToken],
  ] as const) {
    if (token !== null && token.length < TOKEN_LENGTH_MIN) {
      return failed(
        `${name} has ${token.length} characters; it needs at least ${TOKEN_LENGTH_MIN}. Make one with: openssl rand -hex 24`,
      )
    }
  }
  for (const name of ['STEWARD_PASSWORD', 'STEWARD_VIEWER_PASSWORD'] as const) {
    const value = env[name]
    if (given(value) !== undefined && given(value) !== value)
      return failed(
        `${name} begins or ends with a space or a line break, which nobody would type. Take it away.`,
      )
  }
  // One secret for two roles would make every viewer an operator, or every operator a viewer.
  if (credentials.operatorToken !== null && credentials.operatorToken === credentials.viewerToken) {
    return failed('STEWARD_TOKEN and STEWARD_VIEWER_TOKEN are the same; give each role its own.')
  }
  if (credentials.operatorPassword !== null && credentials.operatorPassword === credentials.viewerPassword) {
    return failed('STEWARD_PASSWORD and STEWARD_VIEWER_PASSWORD are the same; give each role its own.')
  }
  return ok(credentials)
}

function describeShortPassword({ operatorPassword, viewerPassword }: Credentials): string | null {
  for (const [name, password] of [
    ['STEWARD_PASSWORD', operatorPassword],
    ['STEWARD_VIEWER_PASSWORD', viewerPassword],
  ] as const) {
    const length = [...(password ?? '')].length
    if (password !== null && length < PASSWORD_LENGTH_MIN)
      return `${name} has ${length} characters. Others can reach Steward, so it needs at least ${PASSWORD_LENGTH_MIN}.`
  }
  return null
}

const given = (value: string | undefined): string | undefined => value?.trim() || undefined

const list = (value: string | undefined, separator: string): string[] =>
  (value ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const expand = (path: string): string =>
  resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path)
