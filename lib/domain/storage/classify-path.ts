/**
 * The storage class of anything in a home, by its path alone (docs/hermes.md, "Files in a home"). A path that no
 * rule matches is `unknown`: counted, never offered for removal.
 */
import { OWNED_PATHS } from '../home/ownership.ts'
import { parseSessionFileName } from './parse-session-file.ts'
import type { StorageClass } from './storage.ts'

/** `segments` is the path below the home; empty for the home's own folder. */
export function classifyEntry(segments: readonly string[]): StorageClass {
  const [top, ...rest] = segments
  if (top === undefined) return 'yours'
  if (top === 'sessions') return classifySessions(rest)
  if (top === 'cron') return classifyCron(rest)
  const known = BY_NAME.get(top)
  if (known !== undefined) return known
  return BY_PATTERN.find(([pattern]) => pattern.test(top))?.[1] ?? 'unknown'
}

/** Folders in which Hermes keeps files of several classes. */
export const holdsSeveralClasses = (segments: readonly string[]): boolean =>
  segments.length === 0 || (segments.length === 1 && (segments[0] === 'sessions' || segments[0] === 'cron'))

function classifySessions([name, ...rest]: readonly string[]): StorageClass {
  if (name === undefined || name === 'saved') return 'yours'
  if (rest.length > 0) return 'unknown'
  switch (parseSessionFileName(name).kind) {
    case 'transcript':
      return 'transcripts'
    case 'request-dump':
      return 'request-dumps'
    case 'routing-index':
    case 'saved':
      return 'yours'
    case 'temporary':
      return 'caches'
    case 'unknown':
      return 'unknown'
  }
}

function classifyCron([name, ...rest]: readonly string[]): StorageClass {
  if (name === undefined) return 'yours'
  // Requests of `hermes cron cancel`.
  if (name === 'cancels') return 'yours'
  if (name === 'output') return isTemporaryOutput(rest.at(-1) ?? '') ? 'caches' : 'cron-output'
  return rest.length === 0 && CRON_STATE.test(name) ? 'yours' : 'unknown'
}

/** Left behind when writing a cron output was interrupted. */
export const isTemporaryOutput = (name: string): boolean =>
  name.startsWith('.output_') && name.endsWith('.tmp')

const CRON_STATE = /(\.json|\.db|\.db-(wal|shm|journal)|\.lock)$|^ticker_/

const BY_NAME: ReadonlyMap<string, StorageClass> = new Map([
  ...entriesFor('checkpoints', 'checkpoints'),
  ...entriesFor('state-db', 'state.db'),
  ...entriesFor('wal', 'state.db-wal', 'state.db-shm', 'state.db-journal'),
  ...entriesFor('snapshots', 'state-snapshots', 'backups'),
  ...entriesFor('caches', 'cache', 'browser_screenshots', 'telemetry'),
  ...entriesFor('trash', ...OWNED_PATHS.trash),
  ...entriesFor('logs', 'logs'),
  // Settings, secrets and what users wrote.
  ...entriesFor(
    'yours',
    'config.yaml',
    '.env',
    'auth.json',
    'auth.lock',
    'SOUL.md',
    'memories',
    'skills',
    'skins',
  ),
  ...entriesFor(
    'yours',
    'session-exports',
    'profile-exports',
    'profiles',
    'active_profile',
    'plans',
    'workspace',
  ),
  ...entriesFor('yours', 'home', 'hooks', 'plugins', 'pairing', 'kanban'),
  // Working data of tools. Transcripts may refer to it, so it is not a cache.
  ...entriesFor('yours', 'sandboxes', 'browser_recordings', 'terminal-sessions', 'moa-traces', 'spawn-trees'),
  ...entriesFor('yours', 'pastes', 'images'),
  // Runtime state of Hermes, and Hermes itself.
  ...entriesFor(
    'yours',
    'runtime',
    'pending_messages',
    'processes.json',
    'gateway-starts.log',
    '.clean_shutdown',
    // A pause: removing it resumes work.
    'ESTOP',
    // Which hook commands may run.
    'shell-hooks-allowlist.json',
    'shell-hooks-allowlist.json.lock',
    // Steward's lock, an empty file.
    '.steward-lock',
  ),
  ...entriesFor('yours', 'lib', 'hermes-agent', 'bin', 'node'),
])

const BY_PATTERN: readonly (readonly [RegExp, StorageClass])[] = [
  [/^state\.db\.(malformed-backup|zeroed)-/, 'snapshots'],
  // Where newer versions of Hermes save the last frames of a lost WAL. The exact name varies.
  [/^state\.db.*retired|^retired[-_.]?wal/i, 'snapshots'],
  [/^state\.db\..*(\.lock|\.json)$|^state\.db\.(repair|fts_rebuild|quarantine|auto-maintenance)/, 'yours'],
  [/^[a-z]+_cache$/, 'caches'],
  [/^(kanban|projects|response_store|memory_store|verification_evidence)\.db(-(wal|shm|journal))?$/, 'yours'],
  [/^\.?gateway[a-z_-]*\.(json|pid|lock)$/, 'yours'],
  [/^\.(restart|update)_/, 'yours'],
  // A lapsed pause, for the instant in which it is removed.
  [/^\.ESTOP\.retiring-\d+-[0-9a-f]+$/, 'yours'],
]

function entriesFor(id: StorageClass, ...names: string[]): [string, StorageClass][] {
  return names.map((name) => [name, id])
}
