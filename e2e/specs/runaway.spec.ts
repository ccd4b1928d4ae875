/**
 * A runaway session at real speed in another process. The board shows it within ten seconds, its job is
 * paused from there, the webhook receives it once, and it closes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import type { WatchAnswer } from '../../lib/service/watch/sampler.ts'
import { toolCallsJson } from '../../lib/testing/home/messages.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import {
  HERMES_KEY,
  type HermesApi,
  hermesApiServer,
  JOB,
} from '../../lib/testing/processes/hermes-api-server.ts'
import { type HookServer, hookServer } from '../../lib/testing/processes/hook-server.ts'
import { type LineChild, startWriter } from '../../lib/testing/processes/line-child.ts'
import { collectorClockEnv, setCollectorSpeed } from '../support/collector-clock.ts'
import { expect, type Lab, test } from '../support/fixtures.ts'

const SESSION = `cron_${JOB}_20261116_120000`
/** 602 messages in 107 s. */
const EVERY_MS = 178
/** This many identical calls in a row are a loop. */
const LOOP = 10
const SHOWN_WITHIN_MS = 10_000
const TITLE = 'inbox-triage is looping'

let hook: HookServer | null = null
let api: HermesApi | null = null

test.use({
  homes: {
    make: async (folder: string) => {
      hook = await hookServer()
      api = await hermesApiServer()
      const { path } = smallHome(join(folder, 'home'), 'aug', Date.now(), { checkpoints: [] })
      const port = new URL(api.base).port
      writeFileSync(join(path, '.env'), `API_SERVER_PORT=${port}\nAPI_SERVER_KEY="${HERMES_KEY}"\n`)
      return {
        ...collectorClockEnv(folder, { calendar: true }),
        HERMES_HOME: path,
        STEWARD_WEBHOOK_URL: `${hook.url}/incidents`,
        STEWARD_WEBHOOK_SECRET: 'a secret for end-to-end tests',
      }
    },
  },
})

test.afterAll(async () => {
  await hook?.stop()
  await api?.stop()
})

/** Repeats the same call and its result until stopped. */
async function runAway(databasePath: string): Promise<LineChild> {
  const hermes = await startWriter(databasePath)
  const calls = JSON.stringify(toolCallsJson(['read_file'], 'loop'))
  await hermes.ask(
    `db.prepare("INSERT INTO sessions (id, source, title, started_at) VALUES ('${SESSION}', 'cron', 'inbox-triage', ?)").run(Date.now() / 1000).changes`,
  )
  // Sent to the other process as one line.
  await hermes.ask(
    [
      'let no = 0;',
      "const add = db.prepare('INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, ?)');",
      "const book = db.prepare('UPDATE sessions SET message_count = message_count + 1, input_tokens = input_tokens + 3000 WHERE id = ?');",
      'const step = db.transaction(() => {',
      '  no += 1;',
      `  if (no % 2 === 1) add.run('${SESSION}', 'assistant', 'again', ${calls}, Date.now() / 1000);`,
      `  else add.run('${SESSION}', 'tool', 'the same', null, Date.now() / 1000);`,
      `  book.run('${SESSION}');`,
      '});',
      `setInterval(step, ${EVERY_MS}); 0`,
    ].join(' '),
  )
  return hermes
}

const delivered = () => (hook?.received ?? []).map(({ body }) => JSON.parse(body))

/** When Hermes committed the call that makes it a loop. */
function loopBeganMs(databasePath: string): number {
  const db = new Database(databasePath, { readonly: true })
  const seconds = db
    .prepare("SELECT timestamp FROM messages WHERE session_id = ? AND role = 'assistant' ORDER BY id")
    .pluck()
    .all(SESSION)[LOOP - 1]
  db.close()
  return Number(seconds) * 1_000
}

/** The number of samples in this time, and the sampling interval. */
async function samplesBetween(lab: Lab, fromMs: number, toMs: number) {
  const { body } = await lab.api('/api/v1/homes/main/watch?once=1&history=1')
  const { state, history } = body as WatchAnswer
  const count = history.points.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs).length
  return { count, everyMs: state.everyMs }
}

/**
 * Records in the page itself when it first shows the incident, so that the test's own waiting does not count.
 */
const noteWhenShown = (page: Page) =>
  page.evaluate((title) => {
    const check = () => {
      if (Reflect.has(window, 'shownMs') || !document.querySelector('main')?.textContent?.includes(title))
        return
      Object.assign(window, { shownMs: Date.now() })
    }
    new MutationObserver(check).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  }, TITLE)

/** Every loop sign is fully visible in its row. */
async function expectWholeSigns(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /^inbox-triage/ })
  const signs = row.getByText(/^(same call .+|no user turn|[\d.]+ messages\/s)$/).locator('visible=true')
  await expect(signs).toHaveCount(3)
  const isWhole = (sign: Element) => {
    const [inner, outer] = [sign.getBoundingClientRect(), sign.closest('td')?.getBoundingClientRect()]
    return outer !== undefined && inner.right <= outer.right && inner.bottom <= outer.bottom
  }
  for (const sign of await signs.all())
    expect(await sign.evaluate(isWhole), await sign.innerText()).toBe(true)
  expect((await row.boundingBox())?.height, 'two lines of signs fit').toBeLessThanOrEqual(42)
}

test('a runaway session is shown within ten seconds, delivered once, and closed when it ends', async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/watch')
  await expect(page.locator('[data-live=live]:visible')).toBeVisible()
  await noteWhenShown(page)
  const databasePath = join(lab.folder, 'home', 'state.db')
  const hermes = await runAway(databasePath)
  try {
    // Measured in samples, which come every five seconds, because a busy machine may be slow.
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 45_000 })
    const beganMs = loopBeganMs(databasePath)
    const shownMs = Number(await page.evaluate(() => Reflect.get(window, 'shownMs')))
    await hook?.arrived(1)
    const openedMs = Date.parse(delivered()[0].incident.openedAt)
    test.info().annotations.push({
      type: 'from the call that makes it a loop',
      description: `${openedMs - beganMs} ms to the sample, ${shownMs - beganMs} ms to the board`,
    })
    const { count, everyMs } = await samplesBetween(lab, beganMs, openedMs)
    expect(count, 'the first sample after the row, or the next if it was just being written').toBeGreaterThan(
      0,
    )
    expect(count * everyMs, 'from the row to the sample that opened it').toBeLessThanOrEqual(SHOWN_WITHIN_MS)
    await expectWholeSigns(page)
    await page.getByRole('button', { name: 'Pause the job' }).click()
    await expect(page.getByText('Hermes took it. The burn shows whether it helped.')).toBeVisible()
    expect([...(api?.paused ?? [])]).toEqual([JOB])
    expect(delivered()[0]).toMatchObject({
      event: 'opened',
      incident: { kind: 'runaway-session', subject: SESSION, state: 'open' },
      home: { id: 'main' },
    })
    expect(hook?.received[0]?.headers['x-steward-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  } finally {
    await hermes.stop()
  }
  // It closes after two quiet minutes.
  setCollectorSpeed(lab, 20)
  const about = () => delivered().filter(({ incident }) => incident.kind === 'runaway-session')
  const last = () =>
    about()
      .map(({ event }) => event)
      .at(-1)
  await expect.poll(last, { timeout: 90_000 }).toBe('closed')
  const events = about().map(({ event }) => event)
  expect(events.filter((event) => event === 'opened')).toHaveLength(1)
  expect(events.filter((event) => event === 'closed')).toHaveLength(1)
  expect(new Set(delivered().map(({ id }) => id)).size).toBe(delivered().length)
  await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0)
  const { id } = about()[0].incident
  await page.goto(`/watch/incidents/${id}`)
  await expect(page.getByText(/^Closed, after /)).toBeVisible()
  await expect(page.getByText('The webhook was told that it opened.')).toBeVisible()
  await expect(page.getByText(/ paused the cron job .+ through Hermes\./)).toBeVisible()
  await expect(page.getByText(/The rate fell: \S+ (\S )?tokens a minute before, /)).toBeVisible()
})
