/** Whether a session with exactly this id has a row. */
import type { StateDb } from '../database/database-facts.ts'

export const hasSession = (db: StateDb, id: string): boolean =>
  db.prepare<[string]>('SELECT 1 FROM sessions WHERE id = ? LIMIT 1').get(id) !== undefined
