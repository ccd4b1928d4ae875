/**
 * Turns the samples of one home into incidents: detects, folds, stores and delivers them, and gives the watch
 * page the open ones. Never waits, and continues if Steward's database cannot be written.
 */
import { randomUUID } from 'node:crypto'
import type { HomeRef } from '../../domain/home/home.ts'
import type { Notice } from '../../domain/overview/overview.ts'
import { type RateSubject, rateOf } from '../../domain/watch/burn/subject-rate.ts'
import { describeRates } from '../../domain/watch/burn/words.ts'
import { type BeforeStart, createDetector, type Detector } from '../../domain/watch/detector.ts'
import type { Advice } from '../../domain/watch/incidents/advice.ts'
import { foldIncidents } from '../../domain/watch/incidents/fold-incidents.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import type { WatchLimits } from '../../domain/watch/limits/limits.ts'
import { log } from '../../platform/log.ts'
import { DAY_MS, formatAge, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../../store/open-store.ts'
import { IncidentRegistry } from './incident-registry.ts'
import type { IncidentState, WatchParts } from './sampler.ts'
import { type WebhookEvent, WebhookSender, type WebhookTimes } from './webhook.ts'
import type { WebhookTarget } from './webhook-request.ts'

/** Safe actions for each, as far as the home's state is known. */
export type AdviseOn = (
  incidents: readonly Incident[],
  /** The samples of the last minute, the newest last. */
  samples: readonly LightSample[],
) => Readonly<Record<string, Advice>>

export type TrackerOptions = {
  readonly advise?: AdviseOn
  readonly webhook?: WebhookTarget | null
  readonly detector?: Detector
  /** Stored history before the first sample. */
  readonly watchedBefore?: (nowMs: number) => BeforeStart | null
  readonly clock?: () => number
  /** The latest it can be, however the clock was set. */
  readonly monotonicTime?: (nowMs: number) => number
  readonly webhookTimes?: Partial<WebhookTimes>
}

export type LastSample = { readonly sample: LightSample; readonly tookMs: number | null }

type FollowUp = {
  readonly incidentId: string
  readonly subject: RateSubject
  readonly before: number | null
  readonly dueMs: number
}

const FOLLOW_UPS_MAX = 20
const RESUMED_SHOWN_MS = HOUR_MS

export class IncidentTracker {
  readonly registry: IncidentRegistry
  readonly #watchedBefore: NonNullable<TrackerOptions['watchedBefore']>
  #detector: Detector | null
  readonly #webhook: WebhookSender | null
  #advise: AdviseOn
  #lastMinute: readonly LightSample[] = []
  #followUps: readonly FollowUp[] = []
  #last: LastSample | null = null
  #resumedMs: number | null = null

  constructor(home: HomeRef, store: Store | null, options: TrackerOptions = {}) {
    this.registry = new IncidentRegistry(home, store, options.monotonicTime)
    this.#detector = options.detector ?? null
    this.#watchedBefore = options.watchedBefore ?? (() => null)
    this.#advise = options.advise ?? (() => ({}))
    this.#webhook =
      options.webhook == null
        ? null
        : new WebhookSender(options.webhook, {
            home,
            store,
            onDeliveryReport: ({ incidentId, atMs, words }) =>
              this.registry.add(incidentId, { atMs, kind: 'notified', words }),
            ...(options.clock === undefined ? {} : { clock: options.clock }),
            ...(options.webhookTimes === undefined ? {} : { times: options.webhookTimes }),
          })
  }

  /** Called by the sampler with every sample. `tookMs` is how long sampling took. */
  addSample(sample: LightSample, tookMs: number | null = null): IncidentState {
    const nowMs = sample.atMs
    this.#last = { sample, tookMs }
    this.#lastMinute = [...this.#lastMinute, sample].filter(
      ({ atMs }) => atMs > nowMs - MINUTE_MS && atMs <= nowMs,
    )
    const before = this.registry.open
    this.#detector ??= createDetector(this.#watchedBefore(nowMs))
    const sightings = this.#detector.detect(sample, this.limits)
    const folded = foldIncidents(before, sightings, nowMs, {
      id: randomUUID,
      homeId: this.registry.home.id,
    })
    this.registry.keep(folded, nowMs)
    this.#detectAgain(nowMs)
    for (const incident of folded.changed) {
      const event = eventOf(incident, before)
      if (event !== null) this.#report(incident, event)
    }
    return this.kept(nowMs)
  }

  /** Never empty after the first sample, whatever the clock did. */
  get #samples(): readonly LightSample[] {
    return this.#lastMinute.length > 0 || this.#last === null ? this.#lastMinute : [this.#last.sample]
  }

  kept(nowMs: number): IncidentState {
    const incidents = this.registry.open
    const closedThisWeek = this.registry.closedSince(nowMs - 7 * DAY_MS)
    if (incidents.length === 0) return { incidents, closedThisWeek, ...this.#lastClosed(closedThisWeek) }
    if (this.#last === null) return { incidents, closedThisWeek }
    return { incidents, closedThisWeek, advice: this.#advise(incidents, this.#samples) }
  }

  #lastClosed(closedThisWeek: number): Pick<IncidentState, 'lastClosed'> {
    const page = closedThisWeek === 0 ? null : this.registry.closedPage({ cursor: null, limit: 1 })
    const [last] = page?.ok ? page.value.items : []
    if (last === undefined) return {}
    const { id, title, openedMs, closedMs } = last
    return { lastClosed: { id, title, openedMs, closedMs } }
  }

  /** Safe actions for one incident. Null for a closed one, and before the first sample. */
  adviceOn(incident: Incident): Advice | null {
    if (incident.closedMs !== null || this.#last === null) return null
    return this.#advise([incident], this.#samples)[incident.id] ?? null
  }

  /** Callbacks for the sampler. */
  get parts(): WatchParts {
    return {
      limits: () => this.limits,
      onSample: (sample, tookMs) => this.addSample(sample, tookMs),
      onResumed: (pausedForMs, atMs) => this.#resumed(pausedForMs, atMs),
    }
  }

  get limits(): WatchLimits {
    return this.registry.limits().limits
  }

  get last(): LastSample | null {
    return this.#last
  }

  /** Records an action on an incident. A minute later its timeline reports whether it helped. */
  acted(incidentId: string, words: string, subject: RateSubject, atMs: number): void {
    if (this.registry.add(incidentId, { atMs, kind: 'acted', words }) === null) return
    const before = rateOf(this.#lastMinute, subject, this.#last?.sample.atMs ?? atMs)
    const followUp = { incidentId, subject, before, dueMs: atMs + MINUTE_MS }
    this.#followUps = [...this.#followUps, followUp].slice(-FOLLOW_UPS_MAX)
  }

  /** Notices about the watch itself, for the home's pages. */
  notices(): Notice[] {
    const { trouble, hasUnsaved } = this.registry
    const notices: Notice[] = []
    if (trouble !== null && hasUnsaved)
      notices.push({
        code: 'incidents-unwritten',
        title: 'Incidents are kept in memory only',
        detail: `${trouble}. The watch goes on; what opens and closes now is forgotten when Steward stops.`,
        level: 'warn',
      })
    const nowMs = this.#last?.sample.atMs ?? 0
    if (this.#resumedMs !== null && nowMs - this.#resumedMs < RESUMED_SHOWN_MS)
      notices.push({
        code: 'reads-resumed',
        title: 'Reads went on by themselves',
        detail: `They had been paused and nobody resumed them; a home that is not read for long is not watched. That was ${formatAge(nowMs - this.#resumedMs)} ago.`,
        level: 'info',
      })
    if (this.registry.limits().state === 'unreadable')
      notices.push({
        code: 'limits-unreadable',
        title: 'The limits of the watch cannot be read',
        detail: 'The usual ones hold. Open Watch, Limits and save them anew.',
        level: 'warn',
      })
    return notices
  }

  /** Another observer of the same home takes over, because Steward's database has become available. */
  goOn(
    store: Store | null,
    { advise, monotonicTime }: Required<Pick<TrackerOptions, 'advise' | 'monotonicTime'>>,
    nowMs: number,
  ): void {
    this.#advise = advise
    if (store === null) return
    this.#webhook?.remember(store)
    for (const incident of this.registry.remember(store, monotonicTime, nowMs))
      this.#report(incident, 'closed')
  }

  #report(incident: Incident, event: WebhookEvent): void {
    const { id, kind, subject, level } = incident
    const fields = { incident: id, home: this.registry.home.id, kind, subject, severity: level }
    if (event === 'closed') log.info('incident closed', fields)
    else log.warn(event === 'opened' ? 'incident opened' : 'incident escalated', fields)
    this.#webhook?.queue(incident, event)
  }

  /** Open incidents could not be delivered meanwhile, so their timeline says why. */
  #resumed(pausedForMs: number, atMs: number): void {
    this.#resumedMs = atMs
    const words = `Reads had been paused for ${formatAge(pausedForMs)} and went on by themselves.`
    for (const { id } of this.registry.open) this.registry.add(id, { atMs, kind: 'evidence', words })
  }

  stop(): void {
    this.#webhook?.stop()
  }

  #detectAgain(nowMs: number): void {
    const due = this.#followUps.filter(({ dueMs }) => dueMs <= nowMs)
    if (due.length === 0) return
    this.#followUps = this.#followUps.filter(({ dueMs }) => dueMs > nowMs)
    for (const { incidentId, subject, before } of due) {
      const words = describeRates(before, rateOf(this.#lastMinute, subject, nowMs))
      this.registry.add(incidentId, { atMs: nowMs, kind: 'evidence', words })
    }
  }
}

/** Null: it only got milder, which needs no notification. */
function eventOf(incident: Incident, before: readonly Incident[]): WebhookEvent | null {
  if (incident.closedMs !== null) return 'closed'
  const known = before.find(({ id }) => id === incident.id)
  if (known === undefined) return 'opened'
  return known.level === 'warn' && incident.level === 'critical' ? 'escalated' : null
}
