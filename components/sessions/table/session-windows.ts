/**
 * The loaded rows of one listing by index, and the requests for missing ones: visible rows first, then the
 * rows that scrolling will show next. Rows stay until newer ones replace them, so the table never goes blank.
 */
import type { SessionItem } from '@/lib/domain/sessions/list/session-item'

export const WINDOW_ROWS = 60
/**
 * Rendered by the server: as many as fit on most screens, because a phone hydrates every one before it can
 * scroll.
 */
export const FIRST_ROWS = 30
const MAX_WINDOWS = 120
const MAX_REQUESTS = 4
const WINDOWS_AHEAD = 3
const WINDOWS_BEHIND = 1

export type WindowPage = {
  readonly items: readonly SessionItem[]
  readonly total: number
  readonly seenAt: string | null
}

/** Null if the request failed. */
export type FetchWindow = (offset: number, signal: AbortSignal) => Promise<WindowPage | null>

type CachedWindow = { readonly items: readonly SessionItem[]; readonly seenAt: string | null }
type RowSpan = { readonly first: number; readonly last: number }

export class SessionWindows {
  total: number
  seenAt: string | null
  /** Increases with every change. */
  version = 0
  readonly #fetch: FetchWindow
  readonly #cached = new Map<number, CachedWindow>()
  readonly #requests = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly number[] = []
  #visible: readonly number[] = [0]

  constructor(first: WindowPage, fetch: FetchWindow) {
    this.total = first.total
    this.seenAt = first.seenAt
    this.#fetch = fetch
    this.#cached.set(0, first)
  }

  at(index: number): SessionItem | undefined {
    return this.#cached.get(Math.floor(index / WINDOW_ROWS))?.items[index % WINDOW_ROWS]
  }

  /** When this row was read. For a moment, rows of different ages may be side by side. */
  seenAtOf(index: number): string | null {
    return this.#cached.get(Math.floor(index / WINDOW_ROWS))?.seenAt ?? this.seenAt
  }

  /** Whether all of these rows are loaded. */
  has({ first, last }: RowSpan): boolean {
    for (const window of windowsOf(first, last)) if (!this.#cached.has(window)) return false
    return true
  }

  /** These rows if they are loaded, otherwise the nearest loaded ones. */
  nearest(wanted: RowSpan): RowSpan {
    if (this.has(wanted)) return wanted
    const target = Math.floor(wanted.first / WINDOW_ROWS)
    const near = [...this.#cached.keys()].reduce<number | null>(
      (best, each) => (best === null || Math.abs(each - target) < Math.abs(best - target) ? each : best),
      null,
    )
    if (near === null) return wanted
    const count = wanted.last - wanted.first + 1
    let [from, to] = [near, near]
    while ((to - from + 1) * WINDOW_ROWS < count && this.#cached.has(to + 1)) to += 1
    while ((to - from + 1) * WINDOW_ROWS < count && this.#cached.has(from - 1)) from -= 1
    const end = Math.min(this.total, (to + 1) * WINDOW_ROWS) - 1
    const first = near < target ? Math.max(from * WINDOW_ROWS, end - count + 1) : from * WINDOW_ROWS
    return { first, last: Math.min(end, first + count - 1) }
  }

  /** Sets the visible rows, which decide what is fetched. */
  request({ first, last }: RowSpan, direction: 1 | -1): void {
    const end = Math.max(0, Math.ceil(this.total / WINDOW_ROWS) - 1)
    const visible = [...windowsOf(first, Math.min(last, this.total - 1))]
    const [low, high] = [visible[0] ?? 0, visible.at(-1) ?? 0]
    const up = Array.from(
      { length: direction === 1 ? WINDOWS_AHEAD : WINDOWS_BEHIND },
      (_, step) => high + 1 + step,
    )
    const down = Array.from(
      { length: direction === 1 ? WINDOWS_BEHIND : WINDOWS_AHEAD },
      (_, step) => low - 1 - step,
    )
    const beside = direction === 1 ? [...up, ...down] : [...down, ...up]
    this.#visible = visible
    this.#wanted = [...visible, ...beside.filter((window) => window >= 0 && window <= end)]
    this.#fetchMissing()
  }

  /**
   * Replaces the first page with a newer one. Visible rows are fetched again and stay until the answer
   * arrives.
   */
  replaceFirstPage(first: WindowPage): void {
    this.#store(0, first)
    this.#fetchMissing()
  }

  visibleItems(): readonly SessionItem[] {
    return this.#visible.flatMap((window) => this.#cached.get(window)?.items ?? [])
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    for (const controller of this.#requests.values()) controller.abort()
    this.#requests.clear()
    this.#wanted = []
  }

  #fetchMissing(): void {
    // Rows off screen wait until the visible ones have arrived, because they would compete for bandwidth.
    const isWaiting = this.#visible.some((window) => !this.#cached.has(window))
    const wanted = isWaiting ? this.#visible : this.#wanted
    for (const window of wanted) {
      if (this.#isFresh(window) || this.#requests.has(window)) continue
      if (this.#requests.size >= MAX_REQUESTS) this.#abortUnwanted()
      if (this.#requests.size >= MAX_REQUESTS) return
      this.#fetchWindow(window)
    }
  }

  #isFresh(window: number): boolean {
    const kept = this.#cached.get(window)
    if (kept === undefined) return false
    return kept.seenAt === this.seenAt || !this.#visible.includes(window)
  }

  /** Aborts requests for rows that were scrolled past. */
  #abortUnwanted(): void {
    for (const [window, controller] of this.#requests) {
      if (this.#wanted.includes(window)) continue
      controller.abort()
      this.#requests.delete(window)
    }
  }

  async #fetchWindow(window: number): Promise<void> {
    const controller = new AbortController()
    this.#requests.set(window, controller)
    const page = await this.#fetch(window * WINDOW_ROWS, controller.signal).catch(() => null)
    if (this.#requests.get(window) !== controller) return
    this.#requests.delete(window)
    if (page === null) return
    this.#store(window, page)
    this.#fetchMissing()
  }

  #store(window: number, page: WindowPage): void {
    this.#cached.delete(window)
    this.#cached.set(window, page)
    this.total = page.total
    if (isNewer(page.seenAt, this.seenAt)) this.seenAt = page.seenAt
    const last = Math.ceil(page.total / WINDOW_ROWS)
    for (const each of this.#cached.keys()) {
      const isTooMany = this.#cached.size > MAX_WINDOWS && each !== 0 && !this.#wanted.includes(each)
      if (each > last || isTooMany) this.#cached.delete(each)
    }
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}

const isNewer = (a: string | null, b: string | null): boolean => a !== null && (b === null || a > b)

function* windowsOf(first: number, last: number): Iterable<number> {
  for (let at = Math.floor(first / WINDOW_ROWS); at <= Math.floor(last / WINDOW_ROWS); at += 1) yield at
}
