/**
 * Delivers incident events. Each is queued once and retried for about an hour, with growing pauses. Events
 * left when the process ends are delivered by the next one. Nothing waits for a delivery.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { incidentSummary } from '../../domain/watch/incidents/incident-json.ts'
import { type LogFields, log } from '../../platform/log.ts'
import { OngoingFailures } from '../../platform/ongoing-failures.ts'
import { formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, formatAge, HOUR_MS, hasPassed, MINUTE_MS, SECOND_MS, toIso } from '../../shared/time.ts'
import { rememberHome } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import {
  closeMessage,
  insertMessage,
  type OutboxMessage,
  readPendingMessages,
  rescheduleMessage,
  trimOutbox,
} from '../../store/watch/webhook-outbox.ts'
import { postToWebhook, type WebhookTarget } from './webhook-request.ts'

export type WebhookEvent = 'opened' | 'escalated' | 'closed'

/** The outcome of a delivery, for the incident's timeline. */
export type DeliveryReport = { readonly incidentId: string; readonly atMs: number; readonly words: string }

export type WebhookDeps = {
  readonly home: HomeRef
  /** Null: Steward's database cannot be opened, and events pending when the process ends are lost. */
  readonly store: Store | null
  readonly onDeliveryReport: (report: DeliveryReport) => void
  readonly clock?: () => number
  readonly random?: () => number
  /** Runs a callback after so many milliseconds and returns how to cancel it. */
  readonly later?: (work: () => void, afterMs: number) => () => void
  readonly times?: Partial<WebhookTimes>
}

export type WebhookTimes = {
  readonly timeoutMs: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  readonly mostTries: number
}

/** 5 s, 10 s, … up to ten minutes: thirteen tries within about an hour. */
const DEFAULT_TIMES: WebhookTimes = {
  timeoutMs: 10 * SECOND_MS,
  firstPauseMs: 5 * SECOND_MS,
  longestPauseMs: 10 * MINUTE_MS,
  mostTries: 13,
}
/** Older events are dropped: a Steward that was down for longer sends no alarm about them. */
const STALE_MS = DAY_MS
const MOST_WAITING = 500
const KEYS_KEPT = 2_000
const TRIM_EVERY_MS = HOUR_MS

export class WebhookSender {
  readonly #target: WebhookTarget
  readonly #deps: WebhookDeps
  readonly #times: WebhookTimes
  #store: Store | null
  readonly #now: () => number
  readonly #waiting: OutboxMessage[] = []
  /** Keys queued by this process, for when the store cannot be read. */
  readonly #keys = new Set<string>()
  readonly #failures = new OngoingFailures()
  #callOff: () => void = () => undefined
  #isSending = false
  #isStopped = false
  #trimmedMs = 0

  constructor(target: WebhookTarget, deps: WebhookDeps) {
    this.#target = target
    this.#deps = deps
    this.#store = deps.store
    this.#times = { ...DEFAULT_TIMES, ...deps.times }
    this.#now = deps.clock ?? Date.now
    this.#waiting.push(...(this.#stored(readPendingMessages) ?? []))
    this.#goOn()
  }

  queue(incident: Incident, event: WebhookEvent): void {
    const nowMs = this.#now()
    const message = this.#compose(incident, event, nowMs)
    if (this.#keys.has(message.key)) return
    if (this.#waiting.length >= MOST_WAITING) {
      this.#failures.begin('full', () =>
        log.error('webhook queue full', { home: this.#deps.home.id, waiting: this.#waiting.length }),
      )
      return
    }
    this.#remember(message.key)
    if (this.#stored((store, homeNo) => insertMessage(store, homeNo, message)) === false) return
    this.#waiting.push(message)
    this.#goOn()
  }

  /** Steward's database has become available: pending events are queued after those of an earlier process. */
  remember(store: Store): void {
    if (this.#store !== null) return
    this.#store = store
    const left = this.#stored(readPendingMessages) ?? []
    this.#stored((opened, homeNo) => {
      for (const message of this.#waiting) insertMessage(opened, homeNo, message)
    })
    this.#waiting.unshift(...left)
    this.#goOn()
  }

  /** Finishes the current delivery. The rest waits for the next start. */
  stop(): void {
    this.#isStopped = true
    this.#callOff()
  }

  #compose(incident: Incident, event: WebhookEvent, nowMs: number): OutboxMessage {
    const key = `${incident.id}:${event}:${incident.level}`
    const { id, label, path } = this.#deps.home
    const body = JSON.stringify({
      id: key,
      event,
      sentAt: toIso(nowMs),
      incident: incidentSummary(incident),
      home: { id, label, path },
      steward: { version: this.#target.version },
    })
    return { key, incidentId: incident.id, event, body, madeMs: nowMs, tries: 0, nextMs: nowMs }
  }

  #goOn(): void {
    if (this.#isSending || this.#isStopped) return
    this.#callOff()
    const nowMs = this.#now()
    this.#trim(nowMs)
    const next = this.#next()
    if (next === null) return
    const waitMs = next.nextMs - nowMs
    // Longer than any pause: the clock was set back, and no event waits for it to catch up.
    if (waitMs > 0 && waitMs <= 2 * this.#times.longestPauseMs) {
      this.#callOff = (this.#deps.later ?? afterAWhile)(() => this.#goOn(), waitMs)
      return
    }
    this.#isSending = true
    this.#send(next).finally(() => {
      this.#isSending = false
      this.#goOn()
    })
  }

  /** The message due first. Messages of one incident stay in order, so that none closes before it opened. */
  #next(): OutboxMessage | null {
    const incidents = new Set<string>()
    let next: OutboxMessage | null = null
    for (const message of this.#waiting) {
      if (incidents.has(message.incidentId)) continue
      incidents.add(message.incidentId)
      if (next === null || message.nextMs < next.nextMs) next = message
    }
    return next
  }

  async #send(message: OutboxMessage): Promise<void> {
    const nowMs = this.#now()
    if (nowMs - message.madeMs > STALE_MS) return this.#settle(message, 'given-up', 'the news is a day old')
    const answer = await postToWebhook(this.#target, message.body, nowMs, this.#times.timeoutMs)
    const tries = message.tries + 1
    if (answer.kind === 'delivered') return this.#settle({ ...message, tries }, 'delivered', '')
    if (tries >= this.#times.mostTries) return this.#settle({ ...message, tries }, 'given-up', answer.trouble)
    this.#wait({ ...message, tries, nextMs: this.#now() + this.#pauseMs(tries) }, answer.trouble)
  }

  #wait(message: OutboxMessage, trouble: string): void {
    const at = this.#waiting.findIndex(({ key }) => key === message.key)
    this.#waiting[at] = message
    this.#stored((store) => rescheduleMessage(store, message))
    // Only the first failure gets an entry in the timeline.
    if (message.tries !== 1) return
    const pauseMs = message.nextMs - this.#now()
    log.warn('webhook not delivered, retrying', { ...this.#fieldsOf(message), reason: trouble })
    this.#say(
      message,
      `The webhook was not told yet that it ${message.event}: ${trouble}. Tried again in ${formatAge(pauseMs)}.`,
    )
  }

  #settle(message: OutboxMessage, state: 'delivered' | 'given-up', trouble: string): void {
    const at = this.#waiting.findIndex(({ key }) => key === message.key)
    this.#waiting.splice(at, 1)
    if (this.#waiting.length === 0) this.#failures.end('full')
    this.#stored((store) => closeMessage(store, message.key, state))
    if (state === 'delivered') log.info('webhook delivered', this.#fieldsOf(message))
    else log.error('webhook given up', { ...this.#fieldsOf(message), reason: trouble })
    this.#say(
      message,
      state === 'delivered'
        ? `The webhook was told that it ${message.event}${message.tries > 1 ? `, at try ${message.tries}` : ''}.`
        : `The webhook was never told that it ${message.event}, after ${formatPlural(message.tries, 'try', 'tries')}: ${trouble}.`,
    )
  }

  #fieldsOf({ incidentId, event, tries }: OutboxMessage): LogFields {
    return { incident: incidentId, home: this.#deps.home.id, event, tries }
  }

  #say({ incidentId }: OutboxMessage, words: string): void {
    this.#deps.onDeliveryReport({ incidentId, atMs: this.#now(), words })
  }

  /** Up to a quarter longer or shorter, so that many servers do not retry in step. */
  #pauseMs(tries: number): number {
    const { firstPauseMs, longestPauseMs } = this.#times
    const random = this.#deps.random ?? Math.random
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)) * (0.75 + random() / 2)
  }

  #remember(key: string): void {
    this.#keys.add(key)
    if (this.#keys.size <= KEYS_KEPT) return
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest)
      return
    }
  }

  #trim(nowMs: number): void {
    if (!hasPassed(TRIM_EVERY_MS, this.#trimmedMs, nowMs)) return
    this.#trimmedMs = nowMs
    this.#stored((store, homeNo) => trimOutbox(store, homeNo, nowMs))
  }

  /** Null if Steward's database cannot be used. Delivery continues from memory. */
  #stored<T>(work: (store: Store, homeNo: number) => T): T | null {
    const store = this.#store
    if (store === null) return null
    try {
      return work(store, rememberHome(store, this.#deps.home.path))
    } catch {
      // The incident registry writes to the same database and reports its errors.
      return null
    }
  }
}

/** It does not keep the process alive. */
function afterAWhile(work: () => void, afterMs: number): () => void {
  const timer = setTimeout(work, afterMs)
  timer.unref()
  return () => clearTimeout(timer)
}
