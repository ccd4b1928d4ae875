/** config.yaml's effective values: those in the file, else the defaults of this home's version. */
import { LineCounter, parseDocument } from 'yaml'
import type { HermesConfig, Part, ResetPolicy } from '../../domain/home/home.ts'
import { readTextFile } from '../../platform/read-text-file.ts'
import { asFlag, asNumber, asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import { failed, ok } from '../../shared/result.ts'
import { beyondYamlBounds } from './yaml-bounds.ts'

const FILE = 'config.yaml'
/** Hermes' own is below 64 KB. */
const MAX_BYTES = 512 * 1024

/** A missing file means defaults. A null `schemaVersion` leaves version-dependent values unknown. */
export function readHermesConfig(homePath: string, schemaVersion: number | null): Part<HermesConfig> {
  const parsed = readConfigFile(homePath)
  return parsed.ok ? ok(toConfig(parsed.value, schemaVersion)) : parsed
}

/** The values in the file itself. Empty without a file. */
export function readConfigFile(homePath: string): Part<JsonObject> {
  const text = readTextFile(homePath, FILE, MAX_BYTES)
  if (!text.ok) return text
  return text.value === null ? ok({}) : parseYaml(text.value)
}

/** As Python's YAML reads it: version 1.1 (`on` and `yes` are true), the last of two equal keys wins. */
function parseYaml(text: string): Part<JsonObject> {
  const tooMuch = beyondYamlBounds(text)
  if (tooMuch !== null) return malformed(tooMuch)
  const lineCounter = new LineCounter()
  try {
    const document = parseDocument(text, {
      version: '1.1',
      uniqueKeys: false,
      lineCounter,
      prettyErrors: false,
    })
    const error = document.errors[0]
    // The parser's message quotes the file, which contains keys, so only the position is reported.
    if (error !== undefined)
      return malformed(`Not valid YAML at line ${lineCounter.linePos(error.pos[0]).line}`)
    const content: unknown = document.toJS({ maxAliasCount: 100 })
    if (content === null || content === undefined) return ok({})
    const object = asObject(content)
    return object === null ? malformed('It holds no settings') : ok(object)
  } catch {
    // An alias is undefined, or aliases expand beyond the limit.
    return malformed('Its YAML references cannot be resolved')
  }
}

const malformed = (detail: string) => failed({ code: 'malformed-file' as const, path: FILE, detail })

function toConfig(file: JsonObject, schema: number | null): HermesConfig {
  const gateway = asObject(file.gateway) ?? {}
  const either = (key: string): unknown => file[key] ?? gateway[key]
  const section = (key: string): JsonObject => asObject(file[key]) ?? {}
  const fallback: ResetPolicy = { mode: defaultResetMode(schema), atHour: 4, idleMinutes: 1440 }
  return {
    backend: asText(section('database').backend)?.trim().toLowerCase() ?? 'sqlite',
    autoPrune: asFlag(section('sessions').auto_prune) ?? defaultAutoPrune(schema),
    retentionDays: atLeast(0, section('sessions').retention_days) ?? 90,
    autoPruneIntervalHours: atLeast(0, section('sessions').min_interval_hours) ?? 24,
    checkpointsEnabled:
      asFlag(section('checkpoints').enabled) ?? asFlag(file.checkpoints) ?? defaultCheckpoints(schema),
    checkpointRetentionDays: atLeast(0, section('checkpoints').retention_days) ?? 7,
    checkpointAutoPrune: asFlag(section('checkpoints').auto_prune) ?? defaultCheckpointPrune(schema),
    checkpointDeletesOrphans: asFlag(section('checkpoints').delete_orphans) ?? true,
    checkpointPruneIntervalHours: atLeast(0, section('checkpoints').min_interval_hours) ?? 24,
    cronOutputRetention: cronOutputRetention(section('cron').output_retention, schema),
    resetDefault: toPolicy(either('session_reset'), fallback),
    resetByType: toPolicies(either('reset_by_type'), fallback),
    resetByPlatform: toPolicies(either('reset_by_platform'), fallback),
    routingMaxAgeDays: atLeast(0, either('session_store_max_age_days')) ?? 90,
    multiplexProfiles: asFlag(either('multiplex_profiles')) ?? false,
  }
}

/** The gateway reset chats by itself until July 2026, between schema 19 and 20. */
const defaultResetMode = (schema: number | null): ResetPolicy['mode'] =>
  schema !== null && schema <= 19 ? 'both' : 'none'

/** Off through schema 26, on from 29, unknown between. */
function defaultAutoPrune(schema: number | null): boolean | null {
  if (schema === null || schema === 27 || schema === 28) return null
  return schema >= 29
}

/** On until 6 May 2026, in the middle of schema 11. */
function defaultCheckpoints(schema: number | null): boolean | null {
  if (schema === null || schema === 11) return null
  return schema < 11
}

/** Off until the shared store came on 6 May 2026, within schema 11. On since. */
function defaultCheckpointPrune(schema: number | null): boolean | null {
  if (schema === null || schema === 11) return null
  return schema > 11
}

/** Files kept per job. Null is no limit, as before 25 June 2026 (within schema 16) and for 0 or less. */
function cronOutputRetention(value: unknown, schema: number | null): number | null {
  const given = asNumber(value)
  if (given !== null) return given > 0 ? given : null
  return schema !== null && schema >= 17 ? 50 : null
}

const MODES = ['daily', 'idle', 'both', 'none'] as const

function toPolicy(value: unknown, fallback: ResetPolicy): ResetPolicy {
  const policy = asObject(value) ?? {}
  const hour = atLeast(0, policy.at_hour)
  return {
    mode: MODES.find((mode) => mode === policy.mode) ?? fallback.mode,
    atHour: hour !== null && hour < 24 ? Math.floor(hour) : fallback.atHour,
    idleMinutes: atLeast(1, policy.idle_minutes) ?? fallback.idleMinutes,
  }
}

function toPolicies(value: unknown, fallback: ResetPolicy): Record<string, ResetPolicy> {
  const policies = Object.entries(asObject(value) ?? {}).filter(([, policy]) => asObject(policy) !== null)
  return Object.fromEntries(policies.map(([name, policy]) => [name, toPolicy(policy, fallback)]))
}

function atLeast(least: number, value: unknown): number | null {
  const number = asNumber(value)
  return number !== null && number >= least ? number : null
}
