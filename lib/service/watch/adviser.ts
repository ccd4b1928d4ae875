/** What is safe to do about open incidents, with what is already known of the home: nothing large is read for it. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readApiServer } from '../../collect/read-api-server.ts'
import { cronJobOf } from '../../domain/cron.ts'
import type { HomeRef } from '../../domain/home.ts'
import type { Advice } from '../../domain/watch/advice.ts'
import { type AdviceContext, advise } from '../../domain/watch/advise.ts'
import type { Incident } from '../../domain/watch/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { Observation } from '../home-observer.ts'

/** Settings of the API server change rarely, and reading them is two small files. */
const SETTINGS_FOR_MS = MINUTE_MS

export class Adviser {
  readonly #home: HomeRef
  #hasApiServer = false
  #readMs: number | null = null

  constructor(home: HomeRef) {
    this.#home = home
  }

  advise(
    incidents: readonly Incident[],
    sample: LightSample,
    picture: Observation | null,
  ): Readonly<Record<string, Advice>> {
    const context = this.#context(sample, picture)
    return Object.fromEntries(
      incidents.map((incident) => [
        incident.id,
        advise(incident, { ...context, session: sessionOf(incident, sample), runId: runOf(incident) }),
      ]),
    )
  }

  #context(sample: LightSample, picture: Observation | null): AdviceContext {
    const { id, path, profile, root } = this.#home
    return {
      homeId: id,
      place: { path, profile, isUsualRoot: root === join(homedir(), '.hermes') },
      schema: picture?.status.schema ?? null,
      gatewayRunning: sample.gateway.running,
      holders: sample.holders,
      databaseBytes: sample.database.ok ? sample.database.value.databaseBytes : null,
      freeBytes: sample.space.ok ? sample.space.value.freeBytes : null,
      findings: (picture?.overview.findings ?? [])
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

/** A session that rests at this look is still known by its id, where that names a job. */
function sessionOf({ subject }: Incident, { moved }: LightSample): AdviceContext['session'] {
  const tick = moved.find(({ id }) => id === subject)
  if (tick !== undefined) return { source: tick.source, cronJobId: tick.cronJobId }
  const cronJobId = cronJobOf(subject)
  return cronJobId === null ? null : { source: 'cron', cronJobId }
}

/** A run over the API without a session of its own gives its name to the one it makes; rows tell of no other runs. */
const runOf = ({ subject }: Incident): string | null => (/^run_[0-9a-f]{32}$/.test(subject) ? subject : null)
