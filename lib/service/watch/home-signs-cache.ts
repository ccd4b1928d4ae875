/** What stands around the numbers of one home, looked up once a minute: out of memory, our own notes and one short read. */
import { readSearchState } from '../../collect/database/read-search-state.ts'
import { readGatewayStart } from '../../collect/watch/read-gateway-start.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import {
  biggestGrower,
  countRoutesToEnded,
  flushesAtStart,
  type HomeSigns,
  searchSign,
  startsOf,
} from '../../domain/watch/home-signs.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { HomeMemory } from '../observe/home-memory.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

/** A gateway that starts every few seconds for an hour is told as one that starts very often. */
const MOST_STARTS = 500

type Home = Pick<HomeObserver, 'readDatabase'> & {
  readonly home: HomeObserver['home']
  readonly memory: HomeMemory | null
}

export class HomeSignsCache {
  readonly #home: Home
  readonly #assessed: () => AssessedHome | null
  #starts: number[] = []
  #sinceMs: number | null = null
  #signs: HomeSigns | null = null
  #minute = -1

  /** `assessed` is the home as it was assessed last; nothing is read for it. */
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

  /** A home that is written to is judged anew when somebody asks; until then what was found last stands. */
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

  /** One lstat a look: a gateway that starts twice within a minute is counted twice. */
  #noteStart(nowMs: number): void {
    this.#sinceMs ??= nowMs
    const startMs = readGatewayStart(this.#home.home.path)
    if (startMs !== null && startMs !== this.#starts.at(-1)) {
      this.#starts = [...this.#starts, startMs].slice(-MOST_STARTS)
      this.#minute = -1
    }
  }
}
