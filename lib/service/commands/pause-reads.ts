/** Pauses reading a home's database. The audit log records who paused it and for how long. */
import type { AuditActor } from '../../domain/access/actor.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { recordHomeCommand } from './record-command.ts'

export type PauseInput = { readonly paused: boolean; readonly by: AuditActor }

export function pauseHomeReads(
  home: HomeObserver,
  { paused, by }: PauseInput,
  context: StoreContext,
): WatchState {
  if (home.sampler.paused !== paused)
    recordHomeCommand(context, home, paused ? 'reads-paused' : 'reads-resumed', by, 'Steward’s own reads')
  return home.sampler.pause(paused)
}
