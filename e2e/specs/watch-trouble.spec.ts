/** Incidents on the board: texts, notifications and controls. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Incident } from '../../lib/domain/watch/incidents/incident.ts'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { writeIncident } from '../../lib/store/watch/incidents.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import {
  HERMES_KEY,
  type HermesApi,
  hermesApiServer,
  RUN,
} from '../../lib/testing/processes/hermes-api-server.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { anIncident } from '../../lib/testing/watch/incidents.ts'
import { alertsOf, stubAlerts } from '../support/alert-stubs.ts'
import { collectorClockEnv, setCollectorSpeed } from '../support/collector-clock.ts'
import { expect, test } from '../support/fixtures.ts'
import { BOOK_A_CALL, FROZEN_CALLS, writeFrozenPast } from '../support/frozen-past.ts'
import { liveStatus } from '../support/live-status.ts'

let hermes: HermesApi | null = null

test.use({
  homes: {
    make: async (folder: string) => {
      const make = (name: string) =>
        smallHome(join(folder, name), 'aug', Date.now(), { checkpoints: [] }).path
      hermes = await hermesApiServer()
      const [main, frozen, vanishing] = [make('home'), make('frozen'), make('vanishing')]
      const port = new URL(hermes.base).port
      writeFileSync(join(main, '.env'), `API_SERVER_PORT=${port}\nAPI_SERVER_KEY="${HERMES_KEY}"\n`)
      // The pid of a running process: this one.
      writeFileSync(join(frozen, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
      letAnswer(frozen)
      storeIncidents(folder, main, [
        { id: 'stop-1', kind: 'runaway-session', subject: RUN, title: 'A run over the API is looping' },
        { id: 'room-1', kind: 'disk-filling', subject: '', title: 'The disk is filling', unit: 'hours' },
      ])
      writeFrozenPast(join(folder, 'data'), frozen, Date.now())
      return {
        ...collectorClockEnv(folder),
        HERMES_HOME: main,
        STEWARD_HOMES: [frozen, vanishing].join(':'),
      }
    },
  },
})

/**
 * Another process adds the call that turns the silence of one home into an outage. Totals over all sessions
 * are read once a minute, so the test that needs it runs later.
 */
test.beforeAll(async ({ lab }) => {
  await expect
    .poll(() => lab.api('/api/v1/homes/frozen/watch?once=1'), { timeout: 60_000 })
    .toMatchObject({ status: 200, body: { state: { incidents: [] } } })
  const writer = await startWriter(join(lab.folder, 'frozen', 'state.db'))
  await writer.ask(BOOK_A_CALL)
  await writer.stop()
})

test.afterAll(() => hermes?.stop())

/** Stored as by an earlier server process: open and just seen. The detector keeps them until it has data. */
function storeIncidents(folder: string, homePath: string, incidents: readonly Partial<Incident>[]): void {
  const opened = openStore(join(folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const homeNo = rememberHome(opened.value, homePath)
  const nowMs = Date.now()
  for (const incident of incidents)
    writeIncident(
      opened.value,
      homeNo,
      anIncident({ openedMs: nowMs - 60_000, lastSeenMs: nowMs, values: [], ...incident }),
    )
  opened.value.close()
}

/** The gateway reports that it is working, but nothing is written to the database. */
const letAnswer = (home: string) =>
  writeFileSync(
    join(home, 'gateway_state.json'),
    JSON.stringify({ gateway_state: 'running', active_agents: 1, updated_at: Date.now() }),
  )

const burn = (page: Page) => page.locator('[data-figure=burn]')
const lastIcon = (page: Page) => page.locator('link[rel~=icon]').last()

test('an API run can be stopped from the board, and the timeline records it', async ({ page }) => {
  await page.goto('/watch?home=main&incident=stop-1')
  await page.getByRole('button', { name: 'Stop this run' }).click()
  await expect(page.getByText('Hermes took it. The burn shows whether it helped.')).toBeVisible()
  expect([...(hermes?.stopped ?? [])]).toEqual([RUN])
  await expect(page.getByText(/ stopped the run .+ through Hermes\. Nothing was deleted\.$/)).toBeVisible()
})

test('an incident’s button opens a plan before anything changes', async ({ page }) => {
  await page.goto('/watch?home=main&incident=room-1')
  await page
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the wallboard of a home with incidents has no controls and no links', async ({ page }) => {
  await page.goto('/watch?home=main&wall=1')
  await expect(page.getByRole('heading', { name: /^\d incidents? open$/ })).toBeVisible()
  await expect(page.getByText('The disk is filling').first()).toBeVisible()
  await expect(page.locator('main').locator('a, button')).toHaveCount(0)
})

test('a missing database is shown on the board, with one notification and one sound', async ({
  page,
  lab,
}) => {
  await stubAlerts(page, true)
  await page.goto('/watch?home=main')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  // A ring is a warning, a filled dot is critical.
  await expect(lastIcon(page)).toHaveAttribute('href', /^data:image\/svg\+xml,.*stroke-width/)
  await page.goto('/watch?home=vanishing')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  await expect(burn(page)).toContainText('tokens/min')
  const path = join(lab.folder, 'vanishing', 'state.db')
  setCollectorSpeed(lab, 10)
  renameSync(path, `${path}.away`)
  await expect(page.getByRole('heading', { name: 'No state.db in this home' })).toBeVisible({
    timeout: 45_000,
  })
  await expect(burn(page)).toHaveText('unknown')
  await expect(page).toHaveTitle(/^1 · Watch/)
  await expect(lastIcon(page)).toHaveAttribute('href', /^data:image\/svg\+xml,(?!.*stroke-width)/)
  const once = { notifications: [{ title: 'No state.db in this home' }], tones: 2 }
  await expect.poll(() => alertsOf(page)).toMatchObject(once)
  renameSync(`${path}.away`, path)
  await expect(burn(page)).toContainText('tokens/min')
  expect(await alertsOf(page)).toMatchObject(once)
  expect((await alertsOf(page)).notifications).toHaveLength(1)
})

test('a frozen database is detected when tokens rise without new rows', async ({ page, lab }) => {
  setCollectorSpeed(lab, 10)
  await page.goto('/watch?home=frozen')
  await expect(page.getByRole('heading', { name: 'Tokens are counted and no message is saved' })).toBeVisible(
    { timeout: 120_000 },
  )
  const evidence = `Tokens were counted in ${FROZEN_CALLS + 1} minutes since the last row.`
  expect((await lab.api('/api/v1/homes/frozen/incidents')).body).toMatchObject({
    items: [{ kind: 'newest-row-frozen', state: 'open', evidence: expect.stringContaining(evidence) }],
  })
  const vitals = page.getByRole('region', { name: 'Disk, writes and WAL' })
  await expect(vitals.getByRole('heading', { name: 'Writes stalled' })).toBeVisible()
  letAnswer(join(lab.folder, 'frozen'))
  await expect(vitals.getByText(/^0 rows a minute\. Gateway active [\d.]+ s ago, 1 at work\.$/)).toBeVisible()
})

test('a page opened without a click says that sound needs one', async ({ page }) => {
  await stubAlerts(page, false)
  await page.goto('/watch?home=frozen')
  const notice = page.getByText('The sound is kept back by this browser')
  await expect(notice).toBeVisible()
  await page.locator('[data-vital=writes] h2').click()
  await expect(notice).toHaveCount(0)
})
