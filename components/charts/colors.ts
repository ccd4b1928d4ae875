/** One color per class, source and token kind. The values are in app/globals.css. */
import type { StorageClass } from '@/lib/domain/storage/storage'

export const CLASS_COLORS: Readonly<Record<StorageClass, string>> = {
  checkpoints: 'var(--c-checkpoints)',
  snapshots: 'var(--c-snapshots)',
  'state-db': 'var(--c-statedb)',
  caches: 'var(--c-caches)',
  yours: 'var(--c-yours)',
  wal: 'var(--c-wal)',
  logs: 'var(--c-logs)',
  transcripts: 'var(--c-transcripts)',
  trash: 'var(--c-trash)',
  'cron-output': 'var(--c-cronout)',
  'request-dumps': 'var(--c-dumps)',
  unknown: 'var(--c-unknown)',
}

export const ORIGIN_COLORS = { cron: 'var(--s-cron)', chat: 'var(--s-chat)' } as const

export const TOKEN_COLORS = {
  output: 'var(--t-output)',
  input: 'var(--t-input)',
  cacheWrite: 'var(--t-write)',
  cacheRead: 'var(--t-read)',
} as const

const SOURCE_COLORS: ReadonlyMap<string, string> = new Map([
  ['cron', 'var(--s-cron)'],
  ['telegram', 'var(--s-telegram)'],
  ['cli', 'var(--s-cli)'],
  ['subagent', 'var(--s-subagent)'],
  ['discord', 'var(--s-discord)'],
  ['api_server', 'var(--s-api)'],
  ['tui', 'var(--s-tui)'],
])

/** Sources are an open set: all unlisted ones are gray. */
export const sourceColor = (source: string | null): string =>
  (source === null ? undefined : SOURCE_COLORS.get(source)) ?? 'var(--s-other)'
