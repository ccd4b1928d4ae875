import { expect, it } from 'vitest'
import { escapeLabel, type HomeMetrics, metricsText, type ProcessMetrics } from './metrics.ts'

const PROCESS: ProcessMetrics = {
  version: '0.1.0',
  cpuSeconds: 1.5,
  residentBytes: 1_000,
  heapBytes: 500,
  startedSeconds: 1_790_000_000,
}

const UNKNOWN: HomeMetrics = {
  home: 'main',
  sessions: { total: null, open: null, leaked: null },
  tokens: null,
  usedTokens: null,
  disk: { freeBytes: null, totalBytes: null, freeInodes: null, totalInodes: null },
  databaseBytes: null,
  walBytes: null,
  classes: [],
  newestMessageAgeMs: null,
  incidents: [],
  sampleAgeMs: null,
  sampleTookMs: null,
}

const KNOWN: HomeMetrics = {
  ...UNKNOWN,
  sessions: { total: 3_049, open: 887, leaked: 861 },
  tokens: { input: 10, output: 20, cacheRead: 30, cacheWrite: 40 },
  usedTokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 0 },
  disk: { freeBytes: 10, totalBytes: 20, freeInodes: 30, totalInodes: 40 },
  databaseBytes: 50,
  walBytes: 0,
  classes: [{ id: 'checkpoints', bytes: 12_000_000_000 }],
  newestMessageAgeMs: 2_500,
  incidents: [{ kind: 'runaway-session', level: 'critical', count: 2 }],
  sampleAgeMs: 4_000,
  sampleTookMs: 3,
}

it('every known value is one line per home, in Prometheus’ format', () => {
  const text = metricsText([KNOWN], PROCESS)
  for (const line of [
    'steward_sessions{home="main"} 3049',
    'steward_sessions_open{home="main"} 887',
    'steward_sessions_leaked{home="main"} 861',
    'steward_session_tokens{home="main",kind="cache_read"} 30',
    'steward_tokens_total{home="main",kind="cache_read"} 3',
    'steward_tokens_total{home="main",kind="cache_write"} 0',
    'steward_disk_free_bytes{home="main"} 10',
    'steward_disk_total_inodes{home="main"} 40',
    'steward_wal_bytes{home="main"} 0',
    'steward_storage_bytes{home="main",class="checkpoints"} 12000000000',
    'steward_newest_message_age_seconds{home="main"} 2.5',
    'steward_incidents_open{home="main",kind="runaway-session",level="critical"} 2',
    'steward_sample_age_seconds{home="main"} 4',
    'steward_sample_duration_seconds{home="main"} 0.003',
    'steward_info{version="0.1.0"} 1',
    'process_resident_memory_bytes 1000',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+=".*"\})? -?[\d.e+]+)$/)
})

it('an unknown value has no line and an empty family no header', () => {
  const text = metricsText([UNKNOWN], PROCESS)
  expect(text).not.toContain('home=')
  expect(text).not.toContain('steward_sessions')
  expect(text).not.toContain('null')
})

it('a family has one header, however many homes there are', () => {
  const text = metricsText([KNOWN, { ...KNOWN, home: 'work' }], PROCESS)
  expect(text.match(/# TYPE steward_sessions gauge/g)).toHaveLength(1)
  expect(text).toContain('steward_sessions{home="work"} 3049')
})

it.each([
  ['a quote', 'a"b', 'a\\"b'],
  ['a backslash', 'a\\b', 'a\\\\b'],
  ['a line break', 'a\nb', 'a\\nb'],
  ['an injected line', 'x"} 1\nevil{a="', 'x\\"} 1\\nevil{a=\\"'],
])('%s in a name cannot end its label', (_, name, escaped) => {
  expect(escapeLabel(name)).toBe(escaped)
  expect(metricsText([{ ...KNOWN, home: name }], PROCESS)).toContain(
    `steward_sessions{home="${escaped}"} 3049\n`,
  )
})
