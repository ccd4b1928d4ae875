/** Pauses reading a home's database. The audit log records who paused it and for how long. */
import type { AuditActor } from '../../domain/access/actor.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { recordHomeCommand } from './record-command.ts'

export type PauseInput = { readonly paused: boolean; readonly by: AuditActor }

export function pauseHomeReads(home: HomeObserver, { paused, by }: PauseInput): WatchState {
  if (home.sampler.paused !== paused)
    recordHomeCommand(home, paused ? 'reads-paused' : 'reads-resumed', by, 'Steward’s own reads')
  return home.sampler.pause(paused)
}
