/** The database is left alone while paused; who wanted that, and for how long, stands in the audit. */
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { type By, recordFor } from './record-for.ts'

export type PauseInput = { readonly paused: boolean; readonly by: By }

export function pauseHomeReads(home: HomeObserver, { paused, by }: PauseInput): WatchState {
  if (home.sampler.paused !== paused)
    recordFor(home, paused ? 'reads-paused' : 'reads-resumed', by, 'Steward’s own reads')
  return home.sampler.pause(paused)
}
