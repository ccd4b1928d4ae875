/** Records commands in the audit log. A full disk stops no command: the error log reports a missing entry. */
import type { AuditActor } from '../../domain/access/actor.ts'
import { log } from '../../platform/log.ts'
import { ok } from '../../shared/result.ts'
import { type AuditEvent, recordAudit } from '../../store/access/audit.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export function recordHomeCommand(
  context: StoreContext,
  { home }: HomeObserver,
  event: AuditEvent,
  by: AuditActor,
  detail: string,
): void {
  recordCommand(context, event, by, `${detail}, home ${home.id}`)
}

export function recordCommand(
  context: StoreContext,
  event: AuditEvent,
  by: AuditActor,
  detail: string,
): void {
  const { name: actor, role, address } = by
  const recorded = withStore(context, (store) =>
    ok(recordAudit(store, { atMs: context.now(), event, actor, role, address, detail })),
  )
  if (!recorded.ok) log.error('audit entry not written', { event, reason: recorded.fault.detail })
}
