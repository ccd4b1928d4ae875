/**
 * Writes the audit log with a bound: of a flood of refusals, sign-ins or plans, only the first ones and a count are
 * recorded.
 */
import { log } from '../../../platform/log.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  type AuditEntry,
  type AuditEvent,
  isBounded,
  recordAudit,
  trimAudit,
} from '../../../store/access/audit.ts'
import type { Store } from '../../../store/open-store.ts'

/** Per event and role, so that a flood of one cannot displace another. */
const ENTRIES_PER_MINUTE = 30

type Flood = Pick<AuditEntry, 'event' | 'role'> & { readonly minute: number; count: number }

export class Recorder {
  readonly #store: Store | null
  readonly #floods = new Map<string, Flood>()
  #trimmedMs: number

  constructor(store: Store | null, nowMs: number) {
    this.#store = store
    this.#trimmedMs = nowMs
    this.#write('trim', (kept) => trimAudit(kept, nowMs))
  }

  record(entry: AuditEntry): void {
    if (isBounded(entry.event) && !this.#mayRecord(entry)) return
    this.#write(entry.event, (store) => recordAudit(store, entry))
  }

  /** Runs periodically. Records the counts of floods that ended and drops old or excess entries. */
  sweep(nowMs: number): void {
    for (const key of [...this.#floods.keys()]) this.#closeMinute(key, nowMs)
    if (nowMs - this.#trimmedMs < DAY_MS) return
    this.#trimmedMs = nowMs
    this.#write('trim', (store) => trimAudit(store, nowMs))
  }

  /** Writes pending entries when the process ends. */
  close(nowMs: number): void {
    this.sweep(nowMs + MINUTE_MS)
  }

  #mayRecord({ event, role, atMs }: AuditEntry): boolean {
    const key = `${event} ${role}`
    this.#closeMinute(key, atMs)
    const flood = this.#floods.get(key) ?? { event, role, minute: minuteOf(atMs), count: 0 }
    this.#floods.set(key, flood)
    flood.count += 1
    return flood.count <= ENTRIES_PER_MINUTE
  }

  #closeMinute(key: string, nowMs: number): void {
    const flood = this.#floods.get(key)
    if (flood === undefined || flood.minute === minuteOf(nowMs)) return
    this.#floods.delete(key)
    const { event, role, minute, count } = flood
    const missed = count - ENTRIES_PER_MINUTE
    if (missed <= 0) return
    this.#write(event, (store) =>
      recordAudit(store, {
        atMs: (minute + 1) * MINUTE_MS - 1,
        event,
        actor: 'many',
        role,
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
