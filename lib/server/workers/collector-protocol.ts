/** The messages between the server's main thread and the collector's worker. */
import type { MessagePort } from 'node:worker_threads'
import type { AuditActor } from '../../domain/access/actor.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { HomeObserver } from '../../service/observe/home-observer.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { Settings } from '../settings.ts'
import type { CommandName, Commands, StoreCommandName, StoreCommands } from './collector-commands.ts'
import type { Queries, QueryName, StoreQueries, StoreQueryName } from './collector-queries.ts'

export type CollectorSettings = Pick<
  Settings,
  'hermesHome' | 'extraHomes' | 'dataDir' | 'demoHome' | 'readOnly'
> &
  Partial<Pick<Settings, 'webhook' | 'temporaryFor'>>

/** What the main thread also passes to the worker. */
export type CollectorData = CollectorSettings & {
  /** By path: why a home is not read. */
  readonly quarantined?: ReadonlyMap<string, string>
  /** Where the worker notes the home it works on. */
  readonly atWork?: SharedArrayBuffer
  /** Where the main thread answers questions about the locks of homes. */
  readonly locks?: MessagePort | null
}

type Methods = { readonly [name: string]: { readonly input: unknown; readonly answer: unknown } }

/** One function per method, each on the observer of one home. Results are stored through the context. */
export type HomeHandlers<Table extends Methods> = {
  readonly [Name in keyof Table]: (
    home: HomeObserver,
    input: Table[Name]['input'],
    context: StoreContext,
  ) => Promise<Table[Name]['answer']> | Table[Name]['answer']
}

/**
 * One function per method on Steward's own database, whether or not a home can be opened. Some also report on
 * the home that a record belongs to.
 */
export type StoreHandlers<Table extends Methods> = {
  readonly [Name in keyof Table]: (
    context: StoreContext,
    input: Table[Name]['input'],
    observerOf: (homeId: string) => HomeObserver | undefined,
  ) => Promise<Table[Name]['answer']> | Table[Name]['answer']
}

/** `homeId` null means the default home. */
export type QueryRequest<Name extends QueryName = QueryName> = {
  readonly kind: 'query'
  readonly homeId: string | null
  readonly name: Name
  readonly input: Queries[Name]['input']
}

export type CommandRequest<Name extends CommandName = CommandName> = {
  readonly kind: 'command'
  readonly homeId: string | null
  readonly name: Name
  readonly input: Commands[Name]['input']
}

export type StoreQueryRequest<Name extends StoreQueryName = StoreQueryName> = {
  readonly kind: 'store-query'
  readonly name: Name
  readonly input: StoreQueries[Name]['input']
}

export type StoreCommandRequest<Name extends StoreCommandName = StoreCommandName> = {
  readonly kind: 'store-command'
  readonly name: Name
  readonly input: StoreCommands[Name]['input']
}

/** Reads a home again. Audited if a person requested it. */
export type ReleaseRequest = {
  readonly kind: 'release'
  readonly name: 'release'
  readonly homePath: string
  readonly by: AuditActor | null
}

export type CollectorRequest =
  | QueryRequest
  | CommandRequest
  | StoreQueryRequest
  | StoreCommandRequest
  | ReleaseRequest

/** Pushed after every sample of a home. */
export type WatchPush = { readonly homeId: string; readonly state: WatchState }

/** Every reply includes the homes, so that a failing one does not hide the others. */
export type Reply<Answer = unknown> = { readonly homes: readonly HomeRef[] } & (
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'no-such-home' }
  | { readonly kind: 'failed'; readonly message: string }
)
