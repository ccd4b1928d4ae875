/**
 * Counts a database object by object, each with its own handle. A reader that stays open keeps Hermes' WAL
 * from being reset and Hermes from compacting.
 */
import type {
  DatabaseCount,
  DatabaseObject,
  OrphanUsage,
  SearchCheck,
} from '../../domain/database/database-count.ts'
import type { Part } from '../../domain/home/home.ts'
import { ok } from '../../shared/result.ts'
import { checkSearchIndex } from './check-search-index.ts'
import { databaseSignature, type StateDb } from './database-facts.ts'
import { listDatabaseObjects, type ObjectListing } from './list-database-objects.ts'
import { measureDatabaseObject, StopReading } from './measure-database-object.ts'
import { openStateDb, readSafely } from './open-state-db.ts'
import { readColumns } from './read-capabilities.ts'

export type CountInput = {
  readonly homePath: string
  /** Timeout of a single read. */
  readonly timeoutMs: number
  readonly isCancelled: () => boolean
  readonly onProgress: (done: number, total: number, name: string) => void
}

export type CountedDatabase = Omit<DatabaseCount, 'atMs' | 'tookMs'>

/** Null if canceled. */
export function countDatabase(input: CountInput): Part<CountedDatabase | null> {
  const signature = databaseSignature(input.homePath)
  const listed = readOnce(input, (db) => ({ ...listDatabaseObjects(db), usedBytes: usedBytesOf(db) }))
  if (!listed.ok) return listed
  const objects: DatabaseObject[] = []
  for (const [done, object] of listed.value.objects.entries()) {
    if (input.isCancelled()) return ok(null)
    input.onProgress(done, listed.value.objects.length, object.name)
    const size = readOnce(input, (db) => measureInTime(db, object, input))
    if (!size.ok) return size
    objects.push({ name: object.name, kind: object.kind, of: object.of, size: size.value })
  }
  const search = checkSearches(input, listed.value, objects)
  if (!search.ok) return search
  const orphanUsage = readOnce(input, readOrphanUsage)
  if (!orphanUsage.ok) return orphanUsage
  if (input.isCancelled()) return ok(null)
  return ok({
    signature,
    usedBytes: listed.value.usedBytes,
    objects,
    search: search.value,
    orphanUsage: orphanUsage.value,
  })
}

function usedBytesOf(db: StateDb): number {
  const number = (name: string) => Number(db.pragma(name, { simple: true }))
  return (number('page_count') - number('freelist_count')) * number('page_size')
}

/** Null if the object is too large for the timeout or is gone by now. */
function measureInTime(
  db: StateDb,
  object: ObjectListing['objects'][number],
  { timeoutMs, isCancelled }: CountInput,
): DatabaseObject['size'] {
  const untilMs = performance.now() + timeoutMs
  try {
    return measureDatabaseObject(db, object, () => performance.now() < untilMs && !isCancelled())
  } catch (error) {
    if (error instanceof StopReading) return null
    throw error
  }
}

/** About a second of work each on a slow machine. */
const CHECK_UP_TO_BYTES = 32_000_000
const COUNT_UP_TO_BYTES = 128_000_000

function checkSearches(
  input: CountInput,
  { searches, views }: ObjectListing,
  objects: readonly DatabaseObject[],
): Part<SearchCheck[]> {
  const checks: SearchCheck[] = []
  for (const index of searches) {
    if (input.isCancelled()) break
    const view = views.find(({ name }) => name === `${index}_src`)
    const own = objects.filter(({ of }) => of === index)
    const docsize = own.filter(({ name }) => name === `${index}_docsize`)
    const counted =
      view === undefined ? smallestIndex(objects) : objects.filter(({ name }) => name === 'messages')
    const check = readOnce(input, (db) =>
      checkSearchIndex(db, {
        index,
        view: view?.name ?? null,
        mayCheck: isWithin(own, CHECK_UP_TO_BYTES),
        mayCount:
          docsize.length === 1 &&
          view?.isPlain !== false &&
          isWithin([...docsize, ...counted], COUNT_UP_TO_BYTES),
      }),
    )
    if (!check.ok) return check
    checks.push(check.value)
  }
  return ok(checks)
}

/** SQLite counts a table by its smallest full index. Every Hermes version has this one. */
function smallestIndex(objects: readonly DatabaseObject[]): DatabaseObject[] {
  const indexes = objects.filter(({ name }) => name === 'messages' || name === 'idx_messages_session')
  return indexes.sort((a, b) => (a.size?.bytes ?? Infinity) - (b.size?.bytes ?? Infinity)).slice(0, 1)
}

const isWithin = (objects: readonly DatabaseObject[], limit: number): boolean =>
  objects.length > 0 && objects.reduce((sum, { size }) => sum + (size?.bytes ?? Infinity), 0) <= limit

const MOST_USAGE_ROWS = 500_000

/**
 * Usage rows without a session, left by a delete with foreign keys off. Null if this version of Hermes does
 * not record usage per model.
 */
function readOrphanUsage(db: StateDb): OrphanUsage | null {
  if (!readColumns(db, 'session_model_usage').includes('session_id')) return null
  const row = db
    .prepare<[number], { seen: number; rows: number; sessions: number }>(
      `SELECT count(*) AS seen, count(*) FILTER (WHERE gone) AS rows,
         count(DISTINCT session_id) FILTER (WHERE gone) AS sessions
       FROM (SELECT session_id, NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = u.session_id) AS gone
             FROM session_model_usage u LIMIT ?)`,
    )
    .get(MOST_USAGE_ROWS)
  if (row === undefined) return null
  return { rows: row.rows, sessions: row.sessions, complete: row.seen < MOST_USAGE_ROWS }
}

function readOnce<T>({ homePath }: CountInput, read: (db: StateDb) => T): Part<T> {
  const opened = openStateDb(homePath)
  if (!opened.ok) return opened
  try {
    return readSafely(() => read(opened.value))
  } finally {
    opened.value.close()
  }
}
