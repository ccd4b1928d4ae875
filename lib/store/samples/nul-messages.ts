/** Messages with a NUL in a home's trigram index, and how far it was searched for them. */
import type { TrigramFault } from '../../domain/database/trigrams.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type NulSearch = { readonly signature: string; readonly highWater: number }

export type StoredNulMessage = {
  readonly messageId: number
  readonly sessionId: string
  readonly size: Buffer | null
  readonly fault: TrigramFault | null
}

export const readNulSearch = (store: Store, homeId: number): NulSearch | null =>
  prepared<NulSearch>(
    store,
    'SELECT signature, high_water AS highWater FROM nul_search WHERE home_id = ?',
  ).get(homeId) ?? null

/** Adds what was found and advances, in one transaction. Another signature forgets what was found before. */
export function advanceNulSearch(
  store: Store,
  homeId: number,
  next: NulSearch,
  found: readonly StoredNulMessage[],
): void {
  store.db
    .transaction(() => {
      if (readNulSearch(store, homeId)?.signature !== next.signature)
        prepared(store, 'DELETE FROM nul_message WHERE home_id = ?').run(homeId)
      addNulMessages(store, homeId, found)
      prepared(
        store,
        `INSERT INTO nul_search (home_id, signature, high_water) VALUES (?, ?, ?)
         ON CONFLICT (home_id) DO UPDATE SET signature = excluded.signature, high_water = excluded.high_water`,
      ).run(homeId, next.signature, next.highWater)
    })
    .immediate()
}

export function addNulMessages(store: Store, homeId: number, found: readonly StoredNulMessage[]): void {
  const add = prepared(
    store,
    `INSERT INTO nul_message (home_id, message_id, session_id, size, fault) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (home_id, message_id) DO UPDATE SET session_id = excluded.session_id, size = excluded.size,
       fault = excluded.fault`,
  )
  for (const { messageId, sessionId, size, fault } of found)
    add.run(homeId, messageId, sessionId, size, fault)
}

/** Those with a fault. The others are as good as any message. */
export const readFaultyMessages = (store: Store, homeId: number): StoredNulMessage[] =>
  prepared<StoredNulMessage>(
    store,
    `SELECT message_id AS messageId, session_id AS sessionId, size, fault FROM nul_message
     WHERE home_id = ? AND fault IS NOT NULL`,
  ).all(homeId)
