/** The messages between the server's main thread and the executor's worker. */
import type { MessagePort } from 'node:worker_threads'
import type { AuditActor } from '../../domain/access/actor.ts'
import type { Approval } from '../../domain/plan/plan.ts'
import type { ApprovalRefused } from '../../service/run/approve-plan.ts'
import type { EmptiedTrash, EmptyTrash, EmptyTrashRefused } from '../../service/run/empty-trash.ts'
import type { RestoreRefused } from '../../service/run/plan-restore.ts'
import type { Purge, PurgeRefused } from '../../service/run/purge.ts'
import type { Result } from '../../shared/result.ts'
import type { Settings } from '../settings.ts'
import type { CollectorSettings } from './collector-protocol.ts'

export type ExecutorSettings = CollectorSettings & Pick<Settings, 'trashDays' | 'archiveDays'>

export type ExecutorData = ExecutorSettings & {
  /** Failures that an earlier thread has logged and that have not ended. */
  readonly reported: readonly string[]
  /** Where the main thread answers questions about the locks of homes. */
  readonly locks: MessagePort
}

export type Orders = {
  readonly approve: {
    readonly input: Approval
    readonly answer: Result<{ readonly receiptId: string }, ApprovalRefused | Unavailable>
  }
  readonly stop: { readonly input: { readonly receiptId: string }; readonly answer: boolean }
  readonly 'plan-restore': {
    readonly input: { readonly receiptId: string }
    readonly answer: Result<{ readonly planId: string }, RestoreRefused | Unavailable>
  }
  readonly purge: {
    readonly input: Purge
    readonly answer: Result<{ readonly freedBytes: number }, PurgeRefused | Busy | Unavailable>
  }
  readonly 'empty-trash': {
    readonly input: EmptyTrash
    readonly answer: Result<EmptiedTrash, EmptyTrashRefused | Busy | Unavailable>
  }
}

/** A run is in progress and may be the one that restores these. */
type Busy = { readonly code: 'run-under-way'; readonly message: string }

type Unavailable = { readonly code: 'unavailable' | 'read-only'; readonly message: string }

export type OrderKind = keyof Orders

export type Order<Kind extends OrderKind = OrderKind> = {
  readonly kind: Kind
  readonly input: Orders[Kind]['input']
  readonly by: AuditActor
}
