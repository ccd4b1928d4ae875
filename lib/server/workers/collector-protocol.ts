/** What the server's main thread and the collector's worker say to each other. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { Settings } from '../settings.ts'
import type { QuestionKind, Questions } from './questions.ts'

export type CollectorSettings = Pick<
  Settings,
  'hermesHome' | 'extraHomes' | 'dataDir' | 'demoHome' | 'readOnly'
> &
  Partial<Pick<Settings, 'webhook'>>

/** Without a name, the home that was opened. */
export type Question<Kind extends QuestionKind = QuestionKind> = {
  readonly id: number
  readonly homeId: string | null
  readonly kind: Kind
  readonly input: Questions[Kind]['input']
}

/** Sent without a question, after every look at a home. */
export type WatchPush = { readonly kind: 'watch'; readonly homeId: string; readonly state: WatchState }

export type Reply =
  | {
      readonly id: number
      readonly kind: 'answered'
      readonly answer: unknown
      readonly homes: readonly HomeRef[]
    }
  | { readonly id: number; readonly kind: 'no-such-home'; readonly homes: readonly HomeRef[] }
  | {
      readonly id: number
      readonly kind: 'failed'
      readonly message: string
      /** Null where nobody could say. */
      readonly homes: readonly HomeRef[] | null
    }
