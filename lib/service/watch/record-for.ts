/** Who did what about the watch, in the audit. A full disk keeps nobody from acting; the log says that a line is missing. */
import type { Role } from '../../domain/access/actor.ts'
import { log } from '../../platform/log.ts'
import { type AuditEvent, recordAudit } from '../../store/access/audit.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

/** Who asks. */
export type By = { readonly name: string; readonly role: Role; readonly address: string }

export function recordFor(home: HomeObserver, event: AuditEvent, by: By, detail: string): void {
  const store = home.memory?.store
  try {
    if (store === undefined) throw new Error('Steward’s own database cannot be opened')
    recordAudit(store, {
      atMs: home.now(),
      event,
      actor: by.name,
      role: by.role,
      address: by.address,
      detail: `${detail}, home ${home.home.id}`,
    })
  } catch (error) {
    log.error('audit entry not written', { event }, error)
  }
}
