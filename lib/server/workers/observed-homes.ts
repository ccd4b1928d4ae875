/**
 * The watched homes. A home that was seen once is watched until Steward stops. If its folder disappears, that
 * is shown, and its incidents close when it comes back.
 */
import { createHash } from 'node:crypto'
import { discoverHomes } from '../../collect/home/discover-homes.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { releaseDiskReserve } from '../../platform/disk-reserve.ts'
import { HomeMemory } from '../../service/observe/home-memory.ts'
import { HomeObserver, type ObserverOptions } from '../../service/observe/home-observer.ts'
import { hasPassed, MINUTE_MS } from '../../shared/time.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { CollectorData, CollectorSettings } from './collector-protocol.ts'

const DISCOVER_EVERY_MS = MINUTE_MS

export class ObservedHomes {
  readonly #settings: CollectorSettings
  readonly #options: Omit<ObserverOptions, 'incidents' | 'store'>
  readonly #observers = new Map<string, HomeObserver>()
  #store: Store | null = null
  #storeTrouble = ''
  #discoveredMs: number | null = null
  readonly #quarantined: Map<string, string>

  constructor(settings: CollectorData, options: Omit<ObserverOptions, 'incidents' | 'store'>) {
    this.#settings = settings
    this.#quarantined = new Map(settings.quarantined)
    this.#options = options
  }

  now(): HomeObserver[] {
    const nowMs = this.#options.clock()
    if (this.#discoveredMs === null || hasPassed(DISCOVER_EVERY_MS, this.#discoveredMs, nowMs)) {
      this.#discoveredMs = nowMs
      this.#discover()
    }
    return [...this.#observers.values()]
  }

  get(id: string): HomeObserver | undefined {
    return this.#observers.get(id)
  }

  /** Reads a quarantined home again. Null if there is no home at this path. */
  release(path: string): HomeObserver | null {
    this.#quarantined.delete(path)
    const known = [...this.#observers.values()].find(({ home }) => home.path === path)
    if (known === undefined) return null
    this.#observe(known.home, known, true)
    return this.#observers.get(known.home.id) ?? null
  }

  /** For records that belong to no home. Readable even if no home can be opened. */
  get context(): StoreContext {
    const { temporaryFor = null } = this.#settings
    return { store: this.#store, now: this.#options.clock, temporaryFor, trouble: this.#storeTrouble }
  }

  stop(): void {
    for (const observer of this.#observers.values()) observer.stop()
    this.#store?.close()
  }

  #discover(): void {
    this.#openStore()
    const found = discoverHomes({
      hermesHome: this.#settings.hermesHome,
      extraHomes: this.#settings.extraHomes,
      demoPath: this.#settings.demoHome,
    })
    for (const home of found) {
      const known = [...this.#observers.values()].find(({ home: { path } }) => path === home.path)
      if (known !== undefined) this.#remember(known)
      // The demo replaces a home that never existed, not one that disappeared.
      else if (!home.demo || !this.#hasRealHome(home.id)) this.#observe(this.#named(home), null)
    }
    for (const known of this.#observers.values()) {
      const { id, path, demo } = known.home
      if (demo && !found.some((home) => home.path === path)) {
        // The demo is not watched once a real home exists.
        known.stop()
        this.#observers.delete(id)
        // A missing home has a store too, which may only open now.
      } else this.#remember(known)
    }
  }

  #hasRealHome(id: string): boolean {
    return this.#observers.get(id)?.home.demo === false
  }

  /** A missing home may keep its name in use. The demo gives its name to the home it replaced. */
  #named(home: HomeRef): HomeRef {
    const taken = this.#observers.get(home.id)
    if (taken === undefined) return home
    if (taken.home.demo) {
      taken.stop()
      return home
    }
    const hash = createHash('sha256').update(home.path).digest('hex').slice(0, 6)
    return { ...home, id: `${home.id}-${hash}`, label: `${home.label} (${hash})` }
  }

  /** Retries what could not be stored, for example on a full disk. Until then the observer stays as it is. */
  #remember(known: HomeObserver): void {
    if (known.memory === null && this.#store !== null) this.#observe(known.home, known)
  }

  /**
   * A new observer takes over the incidents of the previous one, so that open ones stay open and are
   * delivered once.
   */
  #observe(home: HomeRef, before: HomeObserver | null, isReleased = false): void {
    const memory = this.#memoryFor(home.path)
    if (before !== null && typeof memory === 'string' && !isReleased) return
    const reason = this.#quarantined.get(home.path)
    const observer = new HomeObserver(home, memory, {
      ...this.#options,
      // A home that cannot be stored has no incidents in the database either.
      store: typeof memory === 'string' ? null : this.#store,
      ...(before === null ? {} : { incidents: before.incidents }),
      blocked: reason === undefined ? null : { code: 'home-quarantined', reason },
    })
    if (before?.sampler.paused) observer.sampler.pause(true)
    this.#observers.set(home.id, observer)
  }

  #openStore(): void {
    if (this.#store !== null) return
    const opened = openStore(this.#settings.dataDir)
    if (opened.ok) this.#store = opened.value
    else this.#storeTrouble = opened.fault.detail
  }

  #memoryFor(homePath: string): HomeMemory | string {
    if (this.#store === null) return this.#storeTrouble
    try {
      return this.#remembered(this.#store, homePath)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Stores a new home. On a full disk, this uses the disk reserve. */
  #remembered(opened: Store, homePath: string): HomeMemory {
    try {
      return new HomeMemory(opened, homePath)
    } catch (error) {
      if (!releaseDiskReserve(this.#settings.dataDir)) throw error
      return new HomeMemory(opened, homePath)
    }
  }
}
