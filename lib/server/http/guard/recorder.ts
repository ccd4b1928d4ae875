/**
 * Writes the audit log with a bound: of a flood of one kind of refusal, only the first ones and a count are
 * recorded.
 */
import { log } from '../../../platform/log.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  type AuditEntry,
  type AuditEvent,
  isRefusal,
  recordAudit,
  trimAudit,
} from '../../../store/access/audit.ts'
import type { Store } from '../../../store/open-store.ts'

/** Per kind, so that a flood of one kind cannot displace another. */
const REFUSALS_PER_MINUTE = 30

export class Recorder {
  readonly #store: Store | null
  readonly #refusals = new Map<AuditEvent, { minute: number; count: number }>()
  #trimmedMs: number

  constructor(store: Store | null, nowMs: number) {
    this.#store = store
    this.#trimmedMs = nowMs
    this.#write('trim', (kept) => trimAudit(kept, nowMs))
  }

  record(entry: AuditEntry): void {
    if (isRefusal(entry.event) && !this.#mayRecordRefusal(entry)) return
    this.#write(entry.event, (store) => recordAudit(store, entry))
  }

  /** Runs periodically. Records the counts of floods that ended and drops old or excess entries. */
  sweep(nowMs: number): void {
    for (const event of [...this.#refusals.keys()]) this.#closeMinute(event, nowMs)
    if (nowMs - this.#trimmedMs < DAY_MS) return
    this.#trimmedMs = nowMs
    this.#write('trim', (store) => trimAudit(store, nowMs))
  }

  /** Writes pending entries when the process ends. */
  close(nowMs: number): void {
    this.sweep(nowMs + MINUTE_MS)
  }

  #mayRecordRefusal({ event, atMs }: AuditEntry): boolean {
    this.#closeMinute(event, atMs)
    const seen = this.#refusals.get(event) ?? { minute: minuteOf(atMs), count: 0 }
    this.#refusals.set(event, seen)
    seen.count += 1
    return seen.count <= REFUSALS_PER_MINUTE
  }

  #closeMinute(event: AuditEvent, nowMs: number): void {
    const seen = this.#refusals.get(event)
    if (seen === undefined || seen.minute === minuteOf(nowMs)) return
    this.#refusals.delete(event)
    const missed = seen.count - REFUSALS_PER_MINUTE
    if (missed <= 0) return
    this.#write(event, (store) =>
      recordAudit(store, {
        atMs: (seen.minute + 1) * MINUTE_MS - 1,
        event,
        actor: 'many',
        role: null,
        address: 'many',
        detail: `and ${missed.toLocaleString('en-US')} more like this within the same minute`,
      }),
    )
  }

  #write(event: AuditEvent | 'trim', work: (store: Store) => void): void {
    if (this.#store === null) return
    try {
      work(this.#store)
    } catch (error) {
      // A full disk must not change who gets access. The log shows that an audit entry is missing.
      log.error('audit entry not written', { event }, error)
    }
  }
}

const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS)
