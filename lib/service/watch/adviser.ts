/** Safe actions for open incidents, derived from cached data without large reads. */
import { commandPlace } from '../../collect/home/command-place.ts'
import { readApiServer } from '../../collect/home/read-api-server.ts'
import { cronJobOf } from '../../domain/cron/cron.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { HomeStatus } from '../../domain/home/home-status.ts'
import type { Finding } from '../../domain/overview/overview.ts'
import type { Advice } from '../../domain/watch/incidents/advice.ts'
import { type AdviceContext, advise } from '../../domain/watch/incidents/advise.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { MINUTE_MS } from '../../shared/time.ts'

/** Settings of the API server change rarely, and reading them is two small files. */
const SETTINGS_FOR_MS = MINUTE_MS

/** Incidents that are about one session. */
const OF_SESSIONS: ReadonlySet<Incident['kind']> = new Set(['runaway-session', 'session-over-limits'])
const MOST_SESSIONS = 200

/** Parts of the home's last observation that advice depends on. */
export type KnownHome = {
  readonly status: Pick<HomeStatus, 'schema'>
  readonly overview: { readonly findings: readonly Finding[] }
}

export type KnownSession = NonNullable<AdviceContext['session']>

export class Adviser {
  readonly #home: HomeRef
  /** By the incident's subject. Never refreshed, because the source of a session does not change. */
  readonly #sessions = new Map<string, KnownSession>()
  #hasApiServer = false
  #readMs: number | null = null

  constructor(home: HomeRef) {
    this.#home = home
  }

  /** `samples` are the latest, newest last. `find` looks up a session in the assessed home. */
  advise(
    incidents: readonly Incident[],
    samples: readonly LightSample[],
    known: KnownHome | null,
    find: (sessionId: string) => KnownSession | null = () => null,
  ): Readonly<Record<string, Advice>> {
    const newest = samples.at(-1)
    if (newest === undefined) return {}
    const context = this.#context(newest, known)
    return Object.fromEntries(
      incidents.map((incident) => [
        incident.id,
        advise(incident, {
          ...context,
          session: this.#sessionOf(incident, samples, find),
          runId: runOf(incident),
        }),
      ]),
    )
  }

  /** Also found between two calls, so that advice on how to stop the session stays available. */
  #sessionOf(
    { kind, subject }: Incident,
    samples: readonly LightSample[],
    find: (sessionId: string) => KnownSession | null,
  ): KnownSession | null {
    if (!OF_SESSIONS.has(kind)) return null
    const found = this.#sessions.get(subject) ?? movedIn(samples, subject) ?? find(subject)
    if (found !== null && !this.#sessions.has(subject)) this.#remember(subject, found)
    if (found !== null) return found
    const cronJobId = cronJobOf(subject)
    return cronJobId === null ? null : { source: 'cron', cronJobId }
  }

  #remember(subject: string, session: KnownSession): void {
    this.#sessions.set(subject, session)
    if (this.#sessions.size <= MOST_SESSIONS) return
    for (const oldest of this.#sessions.keys()) {
      this.#sessions.delete(oldest)
      return
    }
  }

  #context(sample: LightSample, known: KnownHome | null): AdviceContext {
    return {
      homeId: this.#home.id,
      place: commandPlace(this.#home),
      isPaused: sample.hermesPause !== null,
      schema: known?.status.schema ?? null,
      gatewayRunning: sample.gateway.running,
      holders: sample.holders,
      databaseBytes: sample.database.ok ? sample.database.value.databaseBytes : null,
      freeBytes: sample.space.ok ? sample.space.value.freeBytes : null,
      findings: (known?.overview.findings ?? [])
        .filter(({ action }) => action !== null)
        .map(({ code }) => code),
      session: null,
      apiServer: this.#knowsApiServer(sample.atMs),
      runId: null,
    }
  }

  #knowsApiServer(nowMs: number): boolean {
    if (this.#readMs === null || Math.abs(nowMs - this.#readMs) >= SETTINGS_FOR_MS) {
      this.#readMs = nowMs
      this.#hasApiServer = readApiServer(this.#home, process.env).ok
    }
    return this.#hasApiServer
  }
}

function movedIn(samples: readonly LightSample[], sessionId: string): KnownSession | null {
  const tick = samples.flatMap(({ moved }) => moved).find(({ id }) => id === sessionId)
  return tick === undefined ? null : { source: tick.source, cronJobId: tick.cronJobId }
}

/** An API run without a session gives its id to the session it creates. Rows do not show other runs. */
const runOf = ({ subject }: Incident): string | null => (/^run_[0-9a-f]{32}$/.test(subject) ? subject : null)
