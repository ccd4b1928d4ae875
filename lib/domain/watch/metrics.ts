/** Prometheus text format. An unknown value has no line, because zero would be wrong. */
import { TOKEN_KINDS, type TokenSums } from '../tokens/token-sums.ts'
import type { IncidentKind, IncidentLevel } from './incidents/incident.ts'

export type HomeMetrics = {
  readonly home: string
  readonly sessions: {
    readonly total: number | null
    readonly open: number | null
    readonly leaked: number | null
  }
  readonly tokens: TokenSums | null
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

type Labels = Readonly<Record<string, string>>
type Point = readonly [labels: Labels, value: number | null]
type Family = {
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  readonly points: readonly Point[]
}

export function metricsText(homes: readonly HomeMetrics[], process: ProcessMetrics): string {
  return [...homeFamilies(homes), ...processFamilies(process)].map(familyText).join('')
}

function homeFamilies(homes: readonly HomeMetrics[]): Family[] {
  const each = (value: (home: HomeMetrics) => number | null): Point[] =>
    homes.map((home) => [{ home: home.home }, value(home)])
  const gauge = (name: string, help: string, points: readonly Point[]): Family => ({
    name: `steward_${name}`,
    type: 'gauge',
    help,
    points,
  })
  return [
    gauge(
      'sessions',
      'Session rows.',
      each(({ sessions }) => sessions.total),
    ),
    gauge(
      'sessions_open',
      'Session rows without an end.',
      each(({ sessions }) => sessions.open),
    ),
    gauge(
      'sessions_leaked',
      'Open rows without a sign of life.',
      each(({ sessions }) => sessions.leaked),
    ),
    {
      // Totals fall when rows are pruned, which Prometheus treats as a reset.
      name: 'steward_tokens_total',
      type: 'counter',
      help: 'Tokens by kind, summed over all session rows; Hermes’ local count.',
      points: homes.flatMap(({ home, tokens }) =>
        TOKEN_KINDS.map((kind): Point => [{ home, kind: KIND_LABELS[kind] }, tokens?.[kind] ?? null]),
      ),
    },
    gauge(
      'disk_free_bytes',
      'Free for an ordinary user on the home’s disk.',
      each(({ disk }) => disk.freeBytes),
    ),
    gauge(
      'disk_total_bytes',
      'Size of the home’s disk.',
      each(({ disk }) => disk.totalBytes),
    ),
    gauge(
      'disk_free_inodes',
      'Free inodes on the home’s disk.',
      each(({ disk }) => disk.freeInodes),
    ),
    gauge(
      'disk_total_inodes',
      'Inodes of the home’s disk.',
      each(({ disk }) => disk.totalInodes),
    ),
    gauge(
      'database_bytes',
      'Size of state.db.',
      each(({ databaseBytes }) => databaseBytes),
    ),
    gauge(
      'wal_bytes',
      'Size of state.db-wal.',
      each(({ walBytes }) => walBytes),
    ),
    gauge(
      'storage_bytes',
      'Blocks on disk by storage class.',
      homes.flatMap(({ home, classes }) =>
        classes.map(({ id, bytes }): Point => [{ home, class: id }, bytes]),
      ),
    ),
    gauge(
      'newest_message_age_seconds',
      'Since the newest message was written.',
      each(({ newestMessageAgeMs }) => seconds(newestMessageAgeMs)),
    ),
    gauge(
      'incidents_open',
      'Open incidents by kind and level.',
      homes.flatMap(({ home, incidents }) =>
        incidents.map(({ kind, level, count }): Point => [{ home, kind, level }, count]),
      ),
    ),
    gauge(
      'sample_age_seconds',
      'Since the last light look.',
      each(({ sampleAgeMs }) => seconds(sampleAgeMs)),
    ),
    gauge(
      'sample_duration_seconds',
      'What the last light look took.',
      each(({ sampleTookMs }) => seconds(sampleTookMs)),
    ),
  ]
}

const processFamilies = (own: ProcessMetrics): Family[] => [
  { name: 'steward_info', type: 'gauge', help: 'Steward itself.', points: [[{ version: own.version }, 1]] },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'Processor time of the server, all threads.',
    points: [[{}, own.cpuSeconds]],
  },
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Memory of the server.',
    points: [[{}, own.residentBytes]],
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    help: 'Heap of the server’s main thread.',
    points: [[{}, own.heapBytes]],
  },
  {
    name: 'process_start_time_seconds',
    type: 'gauge',
    help: 'When the server started, in seconds since 1970.',
    points: [[{}, own.startedSeconds]],
  },
]

const KIND_LABELS = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
} as const satisfies Record<keyof TokenSums, string>

/** A family without values is left out. */
function familyText({ name, type, help, points }: Family): string {
  const lines = points.flatMap(([labels, value]) =>
    value === null || !Number.isFinite(value) ? [] : [`${name}${labelText(labels)} ${value}\n`],
  )
  return lines.length === 0
    ? ''
    : `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Escapes the three characters that would end a value or its line. */
export const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000)
