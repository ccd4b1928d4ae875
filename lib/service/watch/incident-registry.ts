/**
 * A home's incidents, in memory and in Steward's database. Memory is authoritative while the process runs: if
 * the database cannot be written, tracking continues, reports it, and writes the backlog as soon as possible.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import type { Folded } from '../../domain/watch/incidents/fold-incidents.ts'
import type { Incident, TimelineEntry } from '../../domain/watch/incidents/incident.ts'
import { withEntry } from '../../domain/watch/incidents/incident-record.ts'
import { DEFAULT_LIMITS } from '../../domain/watch/limits/limits.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOUR_MS, hasPassed, MINUTE_MS } from '../../shared/time.ts'
import { rememberHome } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import {
  countClosedIncidents,
  type IncidentPage,
  readClosedPage,
  readIncident,
  readOpenIncidents,
  trimIncidents,
  writeIncident,
} from '../../store/watch/incidents.ts'
import { readStoredLimits, type StoredLimits } from '../../store/watch/limits.ts'

/** Between changes, the newest values of open incidents are written this often. */
const WRITE_VALUES_EVERY_MS = MINUTE_MS
const TRIM_EVERY_MS = HOUR_MS
/** Closed ones that could not be written yet. */
const CLOSED_IN_MEMORY = 200
const CONTINUED_BY_NEWER =
  'Steward’s own database could not be opened for a while; the same is told by a newer incident.'

export class IncidentRegistry {
  readonly home: HomeRef
  #store: Store | null
  #monotonicTime: (nowMs: number) => number
  #homeNo: number | null = null
  #open: readonly Incident[] | null = null
  #closed: readonly Incident[] = []
  readonly #unsaved = new Set<string>()
  #limits: StoredLimits = { limits: DEFAULT_LIMITS, state: 'default' }
  #writtenMs = 0
  #trimmedMs = 0
  #trouble: string | null

  constructor(
    home: HomeRef,
    store: Store | null,
    monotonicTime: (nowMs: number) => number = (nowMs) => nowMs,
  ) {
    this.home = home
    this.#store = store
    this.#monotonicTime = monotonicTime
    this.#trouble = store === null ? 'Steward’s own database cannot be opened' : null
  }

  /** Null while incidents can be stored. */
  get trouble(): string | null {
    return this.#trouble
  }

  /** Some incidents are only in memory. */
  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0
  }

  get open(): readonly Incident[] {
    if (this.#open !== null) return this.#open
    const known = this.#attempt((store, homeNo) => readOpenIncidents(store, homeNo))
    if (known !== null || this.#store === null) this.#open = (known ?? []).map((each) => this.#ours(each))
    return this.#open ?? []
  }

  /**
   * Steward's database has become available. Incidents in memory continue and are stored. If an earlier
   * process left an incident open for the same condition, that one is closed. Returns the closed ones.
   */
  remember(store: Store, monotonicTime: (nowMs: number) => number, nowMs: number): Incident[] {
    this.#monotonicTime = monotonicTime
    if (this.#store !== null) return []
    const held = this.open
    this.#store = store
    this.#open = null
    const isHeld = (one: Incident) =>
      held.some(({ kind, subject }) => kind === one.kind && subject === one.subject)
    const [doubles, further] = [this.open.filter(isHeld), this.open.filter((one) => !isHeld(one))]
    this.#open = [...further, ...held]
    for (const { id } of held) this.#unsaved.add(id)
    const ended = doubles.map((one) =>
      withEntry({ ...one, closedMs: nowMs }, { atMs: nowMs, kind: 'closed', words: CONTINUED_BY_NEWER }),
    )
    for (const incident of ended) this.#put(incident)
    this.#writeOwed()
    return ended
  }

  /** After a sample: open incidents, those that opened or closed, and those with new entries. */
  keep({ open, changed, recorded }: Folded, nowMs: number): void {
    this.#open = open
    for (const incident of changed) this.#put(incident)
    for (const { id } of recorded) this.#unsaved.add(id)
    const isDue = hasPassed(WRITE_VALUES_EVERY_MS, this.#writtenMs, nowMs)
    if (isDue) for (const { id } of open) this.#unsaved.add(id)
    if (isDue || changed.length > 0) this.#writtenMs = nowMs
    this.#writeOwed()
    if (!hasPassed(TRIM_EVERY_MS, this.#trimmedMs, nowMs)) return
    this.#trimmedMs = nowMs
    this.#attempt((store, homeNo) => trimIncidents(store, homeNo, this.#monotonicTime(nowMs)))
  }

  /** Adds an entry to one incident, open or closed. Null: this home has no incident with this id. */
  add(
    id: string,
    entry: TimelineEntry,
    change: Partial<Pick<Incident, 'acknowledged'>> = {},
  ): Incident | null {
    const known = this.find(id)
    if (known === null) return null
    const incident = withEntry({ ...known, ...change }, entry)
    this.#open = this.open.map((each) => (each.id === id ? incident : each))
    this.#put(incident)
    this.#writeOwed()
    return incident
  }

  find(id: string): Incident | null {
    const inMemory = this.open.find((each) => each.id === id) ?? this.#closed.find((each) => each.id === id)
    if (inMemory !== undefined) return inMemory
    const stored = this.#attempt((store, homeNo) => readIncident(store, id, homeNo))
    return stored === null ? null : this.#ours(stored)
  }

  closedSince(sinceMs: number): number {
    const stored = this.#attempt((store, homeNo) => countClosedIncidents(store, homeNo, sinceMs)) ?? 0
    return stored + this.#closed.filter(({ closedMs }) => (closedMs ?? 0) >= sinceMs).length
  }

  /** Unwritten entries are on the first page, so that nothing is missing. */
  closedPage(query: { cursor: string | null; limit: number }): Result<IncidentPage, 'bad-cursor'> {
    const page = this.#attempt((store, homeNo) => readClosedPage(store, homeNo, query))
    if (page !== null && !page.ok) return failed('bad-cursor')
    const stored = page?.value ?? { items: [], nextCursor: null }
    const unwritten = query.cursor === null ? this.#closed : []
    return ok({ ...stored, items: [...unwritten, ...stored.items.map((each) => this.#ours(each))] })
  }

  /** Read each time: another home's page may have set them. */
  limits(): StoredLimits {
    this.#limits = this.#attempt((store) => readStoredLimits(store)) ?? this.#limits
    return this.#limits
  }

  #put(incident: Incident): void {
    this.#unsaved.add(incident.id)
    const others = this.#closed.filter(({ id }) => id !== incident.id)
    this.#closed = incident.closedMs === null ? others : [incident, ...others].slice(0, CLOSED_IN_MEMORY)
  }

  #writeOwed(): void {
    if (this.#unsaved.size === 0) return
    const unsaved = [...this.open, ...this.#closed].filter(({ id }) => this.#unsaved.has(id))
    const isWritten = this.#attempt((store, homeNo) => {
      store.db.transaction(() => {
        for (const incident of unsaved) writeIncident(store, homeNo, incident)
      })()
      return true
    })
    if (isWritten === null) return
    this.#unsaved.clear()
    this.#closed = []
    this.#trouble = null
  }

  /** The home may have another id now than when the incident was stored. */
  #ours(incident: Incident): Incident {
    return incident.homeId === this.home.id ? incident : { ...incident, homeId: this.home.id }
  }

  #attempt<T>(work: (store: Store, homeNo: number) => T): T | null {
    if (this.#store === null) return null
    try {
      this.#homeNo ??= rememberHome(this.#store, this.home.path)
      const value = work(this.#store, this.#homeNo)
      // Reading may succeed where writing does not.
      if (this.#unsaved.size === 0) this.#trouble = null
      return value
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error)
      return null
    }
  }
}
