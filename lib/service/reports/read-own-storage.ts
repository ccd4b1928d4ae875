/** What Steward itself keeps on the disk of a home: its trash in there, and its own data if it is on the same disk. */
import { dirname, sep } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import { sumTrash } from '../../domain/plan/receipt/trash.ts'
import { type OwnData, type OwnStorage, trashReport } from '../../domain/storage/own-storage.ts'
import { readDevice } from '../../platform/read-disk-space.ts'
import { ok } from '../../shared/result.ts'
import { measureData } from '../../store/data-folder/measure-data.ts'
import { realPathOf } from '../../store/homes.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import { receiptsInTrashOf } from '../run/empty-trash.ts'

export function readOwnStorage(home: HomeRef, context: StoreContext): OwnStorage {
  const trash = withStore(context, (store) => ok(sumTrash(receiptsInTrashOf(store, home))))
  return {
    trash: trash.ok ? trashReport(trash.value, home.label) : null,
    ownData: readOwnData(home, context),
  }
}

function readOwnData(home: HomeRef, { store, temporaryFor }: StoreContext): OwnData | null {
  const folder = temporaryFor ?? (store === null ? null : dirname(store.db.name))
  if (folder === null) return null
  const device = readDevice(folder)
  if (device === null || device !== readDevice(home.path)) return null
  const usage = measureData(folder)
  const insideHome = realPathOf(folder).startsWith(`${realPathOf(home.path)}${sep}`)
  return usage === null ? null : { ...usage, insideHome }
}
