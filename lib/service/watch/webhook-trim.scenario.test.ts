/** How long the webhook keeps the keys of delivered events, with the test's clock in a real database. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { rememberHome } from '../../store/homes.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { closeMessage, insertMessage } from '../../store/watch/webhook-outbox.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { WebhookSender } from './webhook.ts'

const START_MS = Date.parse('2026-11-17T12:00:00Z')

let temp: TempHome
let store: Store
let hook: HookServer
let sender: WebhookSender
let nowMs = START_MS

beforeEach(async () => {
  temp = tempHome()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  hook = await hookServer()
  nowMs = START_MS
})
afterEach(async () => {
  sender.stop()
  await hook.stop()
  store.close()
  temp.cleanup()
})

/** A sender that has just trimmed, as each does when it starts. */
function startSender(): void {
  const { path } = temp
  sender = new WebhookSender(
    { url: hook.url, secret: null, version: '0' },
    {
      home: { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
      store,
      clock: () => nowMs,
      onDeliveryReport: () => undefined,
    },
  )
}

function makeDelivered(key: string, madeMs: number): void {
  const message = { key, incidentId: key, event: 'opened', body: '{}', madeMs, tries: 1, nextMs: madeMs }
  insertMessage(store, rememberHome(store, temp.path), message)
  closeMessage(store, key, 'delivered')
}

/** Trimming happens when the next event is queued. */
function keysAfterDelivery(): unknown[] {
  sender.queue(anIncident({ id: 'news' }), 'opened')
  return store.db
    .prepare("SELECT key FROM webhook_outbox WHERE key NOT LIKE 'news:%' ORDER BY key")
    .pluck()
    .all()
}

it('keys are scanned once an hour, not with every event', () => {
  startSender()
  makeDelivered('old', START_MS - 31 * DAY_MS)
  makeDelivered('young', START_MS - 29 * DAY_MS)
  nowMs += HOUR_MS - 1
  expect(keysAfterDelivery()).toEqual(['old', 'young'])
})

it('an hour later keys of events delivered thirty days ago are deleted', () => {
  startSender()
  makeDelivered('old', START_MS - 31 * DAY_MS)
  makeDelivered('young', START_MS - 29 * DAY_MS)
  nowMs += HOUR_MS
  expect(keysAfterDelivery()).toEqual(['young'])
})

it('keys are deleted at once after the clock was set back, however far', () => {
  nowMs = START_MS + 400 * DAY_MS
  startSender()
  nowMs = START_MS
  makeDelivered('old', START_MS - 31 * DAY_MS)
  makeDelivered('young', START_MS - 29 * DAY_MS)
  expect(keysAfterDelivery()).toEqual(['young'])
})
