/** Prometheus text format. An unknown value has no line, because zero would be wrong. */
import { TOKEN_KINDS, type TokenSums } from '../tokens/token-sums.ts'
import type { IncidentKind, IncidentLevel } from './incidents/incident.ts'
import { METRIC_HELP } from './words.ts'

export type HomeMetrics = {
  readonly home: string
  readonly sessions: {
    readonly total: number | null
    readonly open: number | null
    readonly leaked: number | null
  }
  /** Of the session rows. */
  readonly tokens: TokenSums | null
  /** Since Steward first read the home, including sessions that are gone. */
  readonly usedTokens: TokenSums | null
  readonly disk: {
    readonly freeBytes: number | null
    readonly totalBytes: number | null
    readonly freeInodes: number | null
    readonly totalInodes: number | null
  }
  readonly databaseBytes: number | null
  readonly walBytes: number | null
  readonly classes: readonly { readonly id: string; readonly bytes: number }[]
  readonly newestMessageAgeMs: number | null
  readonly incidents: readonly {
    readonly kind: IncidentKind
    readonly level: IncidentLevel
    readonly count: number
  }[]
  readonly sampleAgeMs: number | null
  readonly sampleTookMs: number | null
}

export type ProcessMetrics = {
  readonly version: string
  readonly cpuSeconds: number
  readonly residentBytes: number
  readonly heapBytes: number
  readonly startedSeconds: number
}

type MetricName = keyof typeof METRIC_HELP
type Labels = Readonly<Record<string, string>>
type Point = readonly [labels: Labels, value: number | null]
type Family = {
  readonly name: MetricName
  readonly type: 'gauge' | 'counter'
  readonly points: readonly Point[]
}

export function metricsText(homes: readonly HomeMetrics[], process: ProcessMetrics): string {
  return [...homeFamilies(homes), ...processFamilies(process)].map(familyText).join('')
}

function homeFamilies(homes: readonly HomeMetrics[]): Family[] {
  const each = (value: (home: HomeMetrics) => number | null): Point[] =>
    homes.map((home) => [{ home: home.home }, value(home)])
  const gauge = (name: MetricName, points: readonly Point[]): Family => ({
    name,
    type: 'gauge',
    points,
  })
  return [
    gauge(
      'steward_sessions',
      each(({ sessions }) => sessions.total),
    ),
    gauge(
      'steward_sessions_open',
      each(({ sessions }) => sessions.open),
    ),
    gauge(
      'steward_sessions_leaked',
      each(({ sessions }) => sessions.leaked),
    ),
    gauge(
      'steward_session_tokens',
      homes.flatMap(({ home, tokens }) => tokenPoints(home, tokens)),
    ),
    {
      name: 'steward_tokens_total',
      type: 'counter',
      points: homes.flatMap(({ home, usedTokens }) => tokenPoints(home, usedTokens)),
    },
    gauge(
      'steward_disk_free_bytes',
      each(({ disk }) => disk.freeBytes),
    ),
    gauge(
      'steward_disk_total_bytes',
      each(({ disk }) => disk.totalBytes),
    ),
    gauge(
      'steward_disk_free_inodes',
      each(({ disk }) => disk.freeInodes),
    ),
    gauge(
      'steward_disk_total_inodes',
      each(({ disk }) => disk.totalInodes),
    ),
    gauge(
      'steward_database_bytes',
      each(({ databaseBytes }) => databaseBytes),
    ),
    gauge(
      'steward_wal_bytes',
      each(({ walBytes }) => walBytes),
    ),
    gauge(
      'steward_storage_bytes',
      homes.flatMap(({ home, classes }) =>
        classes.map(({ id, bytes }): Point => [{ home, class: id }, bytes]),
      ),
    ),
    gauge(
      'steward_newest_message_age_seconds',
      each(({ newestMessageAgeMs }) => seconds(newestMessageAgeMs)),
    ),
    gauge(
      'steward_incidents_open',
      homes.flatMap(({ home, incidents }) =>
        incidents.map(({ kind, level, count }): Point => [{ home, kind, level }, count]),
      ),
    ),
    gauge(
      'steward_sample_age_seconds',
      each(({ sampleAgeMs }) => seconds(sampleAgeMs)),
    ),
    gauge(
      'steward_sample_duration_seconds',
      each(({ sampleTookMs }) => seconds(sampleTookMs)),
    ),
  ]
}

const processFamilies = (own: ProcessMetrics): Family[] => [
  { name: 'steward_info', type: 'gauge', points: [[{ version: own.version }, 1]] },
  { name: 'process_cpu_seconds_total', type: 'counter', points: [[{}, own.cpuSeconds]] },
  { name: 'process_resident_memory_bytes', type: 'gauge', points: [[{}, own.residentBytes]] },
  { name: 'nodejs_heap_size_used_bytes', type: 'gauge', points: [[{}, own.heapBytes]] },
  { name: 'process_start_time_seconds', type: 'gauge', points: [[{}, own.startedSeconds]] },
]

const tokenPoints = (home: string, tokens: TokenSums | null): Point[] =>
  TOKEN_KINDS.map((kind) => [{ home, kind: KIND_LABELS[kind] }, tokens?.[kind] ?? null])

const KIND_LABELS = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
} as const satisfies Record<keyof TokenSums, string>

/** A family without values is left out. */
function familyText({ name, type, points }: Family): string {
  const lines = points.flatMap(([labels, value]) =>
    value === null || !Number.isFinite(value) ? [] : [`${name}${labelText(labels)} ${value}\n`],
  )
  return lines.length === 0
    ? ''
    : `# HELP ${name} ${escapeHelp(METRIC_HELP[name])}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Escapes the three characters that would end a value or its line. */
export const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000)
