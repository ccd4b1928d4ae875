/**
 * Facts about one home beyond its samples, refreshed once a minute from memory, Steward's database and one
 * short read.
 */
import type { StateDb } from '../../collect/database/database-facts.ts'
import { readSearchState } from '../../collect/database/read-search-state.ts'
import { readGatewayStart } from '../../collect/watch/read-gateway-start.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { HomeRef, Part } from '../../domain/home/home.ts'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
import {
  biggestGrower,
  countRoutesToEnded,
  flushesAtStart,
  type HomeSigns,
  searchSign,
  startsOf,
} from '../../domain/watch/home-signs.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { WatchMemory } from './watch-memory.ts'

/** A gateway that starts every few seconds for an hour counts as one that starts very often. */
const MOST_STARTS = 500

type Home = {
  readonly home: HomeRef
  readonly memory: Pick<WatchMemory, 'storageSamples'> | null
  readonly readDatabase: <T>(read: (db: StateDb, facts: DatabaseFacts) => T) => Part<T>
}

export class HomeSignsCache {
  readonly #home: Home
  readonly #assessed: () => AssessedHome | null
  #starts: number[] = []
  #sinceMs: number | null = null
  #signs: HomeSigns | null = null
  #minute = -1

  /** `assessed` is the last assessed home. Nothing is read for it. */
  constructor(home: Home, assessed: () => AssessedHome | null) {
    this.#home = home
    this.#assessed = assessed
  }

  at(nowMs: number): HomeSigns | null {
    this.#noteStart(nowMs)
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#signs = this.#read(nowMs)
    }
    return this.#signs
  }

  #read(nowMs: number): HomeSigns {
    const notes = this.#home.readDatabase((db, { capabilities }) => readSearchState(db, capabilities.tables))
    const { schema, routesToEnded } = this.#assessedSigns()
    return {
      schema,
      flushesAtStart: flushesAtStart(schema),
      grower: biggestGrower(this.#home.memory?.storageSamples(nowMs) ?? [], nowMs),
      starts: this.#sinceMs === null ? null : startsOf(this.#starts, this.#sinceMs, nowMs),
      search: notes.ok ? searchSign(notes.value) : null,
      routesToEnded,
    }
  }

  /** A home that is written to is assessed again on request. Until then the last facts are used. */
  #assessedSigns(): Pick<HomeSigns, 'schema' | 'routesToEnded'> {
    const assessed = this.#assessed()
    if (assessed === null)
      return { schema: this.#signs?.schema ?? null, routesToEnded: this.#signs?.routesToEnded ?? null }
    const { database } = assessed.snapshot
    return {
      schema: database.ok ? database.value.capabilities.schemaVersion : null,
      routesToEnded: countRoutesToEnded(assessed.routes, assessed.sessions),
    }
  }

  /** One lstat per sample: a gateway that starts twice within a minute is counted twice. */
  #noteStart(nowMs: number): void {
    this.#sinceMs ??= nowMs
    const startMs = readGatewayStart(this.#home.home.path)
    if (startMs !== null && startMs !== this.#starts.at(-1)) {
      this.#starts = [...this.#starts, startMs].slice(-MOST_STARTS)
      this.#minute = -1
    }
  }
}
