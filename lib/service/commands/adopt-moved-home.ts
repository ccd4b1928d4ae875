/** Takes over the records of a home that was moved here, once an operator confirmed that it is the same. */
import type { AuditActor } from '../../domain/access/actor.ts'
import { ok } from '../../shared/result.ts'
import { adoptHome } from '../../store/adopt-home.ts'
import { realPathOf } from '../../store/homes.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { findMovedHome } from '../reports/find-moved-home.ts'
import { recordHomeCommand } from './record-command.ts'

export type AdoptInput = { readonly from: string; readonly by: AuditActor }

/** False if the home no longer looks moved, or Steward's database could not be written. */
export function adoptMovedHome(home: HomeObserver, { from, by }: AdoptInput, context: StoreContext): boolean {
  if (findMovedHome(home, context)?.path !== from) return false
  const to = { id: home.home.id, path: realPathOf(home.home.path) }
  const adopted = withStore(context, (store) => ok(adoptHome(store, from, to)))
  if (adopted.ok) recordHomeCommand(context, home, 'home-adopted', by, `records of ${from}`)
  return adopted.ok
}
