/** Writes the audit, bounded: a flood of refusals is recorded as its first ones and a number. */
import { MINUTE_MS } from '../../shared/time.ts'
import { type AuditEntry, recordAudit, trimAudit } from '../../store/audit.ts'
import type { Store } from '../../store/open-store.ts'

const REFUSALS_PER_MINUTE = 30

export class Recorder {
  readonly #store: Store | null
  #minute = 0
  #refusals = 0

  constructor(store: Store | null, nowMs: number) {
    this.#store = store
    this.#write((kept) => trimAudit(kept, nowMs))
  }

  record(entry: AuditEntry): void {
    if (entry.event.endsWith('-refused') && !this.#mayRecordRefusal(entry)) return
    this.#write((store) => recordAudit(store, entry))
  }

  #mayRecordRefusal({ atMs }: AuditEntry): boolean {
    const minute = Math.floor(atMs / MINUTE_MS)
    if (minute !== this.#minute) {
      const missed = this.#refusals - REFUSALS_PER_MINUTE
      this.#minute = minute
      this.#refusals = 0
      if (missed > 0) {
        this.#write((store) =>
          recordAudit(store, {
            atMs,
            event: 'sign-in-refused',
            actor: 'many',
            role: null,
            address: 'many',
            detail: `and ${missed} more refusals in one minute`,
          }),
        )
      }
    }
    this.#refusals += 1
    return this.#refusals <= REFUSALS_PER_MINUTE
  }

  #write(work: (store: Store) => void): void {
    if (this.#store === null) return
    try {
      work(this.#store)
    } catch (error) {
      // A full disk must not keep anybody out or in; the log at least says that the record has a hole.
      process.stderr.write(
        `steward: the audit could not be written: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
}
