/**
 * Compares an emergency transcript with its session's rows again, right before it is removed. A plan is up to an hour
 * old, and the database may have been replaced by an older one since. Sessions need no such check: each is compared with
 * its row inside the transaction that deletes it.
 */
import type { StateDb } from '../../../collect/database/database-facts.ts'
import { makeJsonlComparer } from '../../../collect/sessions/compare-jsonl.ts'
import { readMessageIdentities } from '../../../collect/sessions/read-message-identities.ts'
import type { HomeRef } from '../../../domain/home/home.ts'
import { isDiverted, isJsonl } from '../../../domain/plan/is-diverted.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../../domain/plan/target.ts'
import { makeOwnerLookup } from '../../../domain/storage/match-session-file.ts'
import { parseSessionFileName } from '../../../domain/storage/parse-session-file.ts'
import { skipped } from '../../../execute/files/outcomes.ts'
import { ok } from '../../../shared/result.ts'
import { readStateDb } from '../../observe/read-database-side.ts'

/** Null if the file may be removed. */
export function refuseOnlyCopy(home: HomeRef, { path, mtimeNs }: FileFingerprint): Outcome | null {
  const [folder, name = ''] = path
  if (folder !== 'sessions' || path.length !== 2 || !isJsonl({ name })) return null
  const read = readStateDb(home.path, (db, facts) => {
    if (!isDiverted({ name }, Number(BigInt(mtimeNs) / 1_000_000n), { database: ok(facts) })) return 0
    const { messageColumns } = facts.capabilities
    const compare = makeJsonlComparer(home.path, (id) => readMessageIdentities(db, messageColumns, id))
    return compare(path, ownerOf(db, name))
  })
  return read.ok && read.value === 0 ? null : skipped('only-copy')
}

function ownerOf(db: StateDb, name: string): string | null {
  const file = { name, ...parseSessionFileName(name) }
  const row = db.prepare<[string | null], string>('SELECT id FROM sessions WHERE id = ?').pluck()
  const exact = row.get(file.sessionId)
  if (exact !== undefined) return exact
  const ids = db.prepare<[], string>("SELECT id FROM sessions WHERE typeof(id) = 'text'").pluck().all()
  return makeOwnerLookup(new Set(ids))(file)
}
