/** Stored data belongs to a home's real path, because labels change. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Store } from './open-store.ts'
import { prepared } from './prepared.ts'

/** The id of this home's data, created on the first call. */
export function rememberHome(store: Store, path: string): number {
  const real = realPathOf(path)
  const known = findHome(store, real)
  if (known !== null) return known
  prepared(store, 'INSERT INTO home (path) VALUES (?) ON CONFLICT (path) DO NOTHING').run(real)
  const made = findHome(store, real)
  if (made === null) throw new Error(`home was not stored: ${real}`)
  return made
}

const findHome = (store: Store, path: string): number | null =>
  prepared<{ home_id: number }>(store, 'SELECT home_id FROM home WHERE path = ?').get(path)?.home_id ?? null

/** A home that is not mounted keeps the given path. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
