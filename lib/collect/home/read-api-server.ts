/**
 * Finds the address of Hermes' API server, if this home has one. Exactly four keys of `.env` are read and
 * none is ever shown. The key is passed only to the client that calls the server.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import { readTextFile } from '../../platform/read-text-file.ts'
import { asFlag, asNumber, asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { readConfigFile } from './read-hermes-config.ts'

export type ApiServer = {
  /** Loopback, always: `http://127.0.0.1:8642`, below a profile's path where one gateway serves several. */
  readonly base: string
  readonly key: string | null
}

/** `elsewhere`: its address or port cannot be called on the loopback of this machine. */
export type NoApiServer = 'not-configured' | 'elsewhere'

type Env = Readonly<Record<string, string | undefined>>

const FILE = '.env'
const MAX_BYTES = 1_000_000
const DEFAULT_PORT = 8_642
const KEYS = ['API_SERVER_ENABLED', 'API_SERVER_HOST', 'API_SERVER_PORT', 'API_SERVER_KEY'] as const
type Given = Partial<Record<(typeof KEYS)[number], string>>

/** `env` is this process's environment. A profile has none, so only its files count. */
export function readApiServer(
  home: Pick<HomeRef, 'path' | 'root' | 'profile'>,
  env: Env,
): Result<ApiServer, NoApiServer> {
  const own = serverOf(home.path, home.profile === null ? env : {})
  if (home.profile === null || own.ok || own.fault !== 'not-configured') return own
  const root = readConfigFile(home.root)
  const gateway = root.ok ? (asObject(root.value.gateway) ?? {}) : {}
  const isShared =
    asFlag(root.ok ? root.value.multiplex_profiles : null) ?? asFlag(gateway.multiplex_profiles)
  if (isShared !== true) return own
  const shared = serverOf(home.root, env)
  return shared.ok ? ok({ ...shared.value, base: `${shared.value.base}/p/${home.profile}` }) : shared
}

function serverOf(homePath: string, env: Env): Result<ApiServer, NoApiServer> {
  const given = { ...pick(env), ...readKeys(homePath) }
  const config = configured(homePath)
  const extra = asObject(config?.extra) ?? {}
  const key = given.API_SERVER_KEY ?? asText(extra.key)
  // As Hermes decides: the switch or the key turns it on, and so does config.yaml.
  const isOn = asFlag(given.API_SERVER_ENABLED) === true || key !== null || asFlag(config?.enabled) === true
  if (!isOn) return failed('not-configured')
  const host = loopbackFor(given.API_SERVER_HOST ?? asText(extra.host) ?? '127.0.0.1')
  const port = asNumber(given.API_SERVER_PORT) ?? asNumber(extra.port) ?? DEFAULT_PORT
  if (host === null || !Number.isInteger(port) || port < 1 || port > 65_535) return failed('elsewhere')
  return ok({ base: `http://${host}:${port}`, key })
}

function configured(homePath: string): JsonObject | null {
  const config = readConfigFile(homePath)
  return config.ok ? asObject(asObject(config.value.platforms)?.api_server) : null
}

/** A server that listens on all addresses also listens on loopback. */
function loopbackFor(host: string): string | null {
  if (['127.0.0.1', 'localhost', '0.0.0.0'].includes(host)) return '127.0.0.1'
  return host === '::1' || host === '::' ? '[::1]' : null
}

function readKeys(homePath: string): Given {
  const text = readTextFile(homePath, FILE, MAX_BYTES)
  if (!text.ok || text.value === null) return {}
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.value.matchAll(LINE)) found[name] = bare(value)
  return pick(found)
}

const LINE = /^[ \t]*(?:export[ \t]+)?(API_SERVER_(?:ENABLED|HOST|PORT|KEY))[ \t]*=[ \t]*(.*?)[ \t]*\r?$/gm

/** Strips quotes, or a trailing comment. */
function bare(value: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value)
  return quoted?.[2] ?? value.replace(/\s+#.*$/, '')
}

function pick(from: Env): Given {
  const given: Given = {}
  for (const name of KEYS) if (from[name] !== undefined && from[name] !== '') given[name] = from[name]
  return given
}
