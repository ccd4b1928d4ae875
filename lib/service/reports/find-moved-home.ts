/**
 * Recognizes a home that was moved: state.db is gone from a path that Steward has receipts of, and this home has its
 * trash or its sessions. An operator has to confirm it, because a copy would look the same.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { hasSession } from '../../collect/sessions/has-session.ts'
import { receiptsInTrash } from '../../execute/files/record-file.ts'
import { ok } from '../../shared/result.ts'
import { hasReceiptOf, lastSessions, otherHomes, type RecordedHome } from '../../store/adopt-home.ts'
import { realPathOf } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

/** Enough to tell two homes apart. */
const SESSIONS_COMPARED = 50

/** `home`: the id of the home at its new path. */
export type MovedHome = RecordedHome & { readonly home: string }

export function findMovedHome(home: HomeObserver, context: StoreContext): MovedHome | null {
  const found = withStore(context, (store) => {
    const candidates = otherHomes(store, realPathOf(home.home.path))
    const moved = candidates.find(
      ({ path }) => isGone(path) && (hasItsTrash(home, store, path) || hasItsSessions(home, store, path)),
    )
    return ok(moved === undefined ? null : { ...moved, home: home.home.id })
  })
  return found.ok ? found.value : null
}

const hasItsTrash = ({ home }: HomeObserver, store: Store, path: string): boolean =>
  receiptsInTrash(home.path).some((id) => hasReceiptOf(store, path, id))

function hasItsSessions(home: HomeObserver, store: Store, path: string): boolean {
  const ids = lastSessions(store, path, SESSIONS_COMPARED)
  if (ids.length === 0) return false
  const there = home.readDatabase((db) => ids.filter((id) => hasSession(db, id)).length)
  return there.ok && there.value > ids.length / 2
}

function isGone(path: string): boolean {
  try {
    return lstatSync(join(path, 'state.db'), { throwIfNoEntry: false }) === undefined
  } catch {
    // A folder that can't be read may still be there.
    return false
  }
}
