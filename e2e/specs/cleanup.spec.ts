/** Plan, approve, run, receipt, restore, in a real browser over a real home. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { formatCount } from '../../lib/shared/numbers.ts'
import {
  actedItems,
  approveAndWait,
  approveButton,
  existsInHome,
  expirePlan,
  makeHomeAt,
  ORPHANS,
  openSessions,
  PRUNE_SESSIONS,
  receiptsOf,
  requestPlan,
  sessionsAndFiles,
} from '../support/clean-lab.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, test } from '../support/fixtures.ts'
import { planOrphan } from '../support/plan-orphan.ts'

test.use({ homes: { make: makeHomeAt } })

test('a run equals its preview, unticked items stay, and a restore brings everything back', async ({
  page,
  lab,
}) => {
  const before = sessionsAndFiles(lab)
  await page.goto('/cleanup')
  await page.getByLabel(/^Old sessions/).check()
  await page.locator('[name="prune-sessions.olderThanDays"]').fill('4')
  await page.getByLabel(/^Files no session owns/).check()
  await page.locator('[name="orphan-files.olderThanDays"]').fill('0')
  await page.getByRole('button', { name: 'Prepare the preview' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}$/)
  const planId = page.url().split('/').at(-1) ?? ''
  const going = await actedItems(lab, planId)
  await expect(approveButton(page)).toHaveText(`Approve, move ${formatCount(going.length)} to trash`)
  expect(sessionsAndFiles(lab), 'a plan moves nothing').toEqual(before)

  const family = going.find(({ together }) => together !== null)
  const relatives = going.filter(({ together }) => together !== null && together === family?.together)
  expect(relatives.length).toBeGreaterThan(1)
  const lone = going.find(({ key }) => key.startsWith('file:'))
  const search = page.getByRole('searchbox', { name: 'Filter the items' })
  for (const item of [family, lone]) {
    await search.fill(item?.key ?? '')
    await page.getByRole('checkbox', { name: item?.label, exact: true }).click()
  }
  await search.fill('')
  const left = going.length - relatives.length - 1
  await expect(approveButton(page)).toHaveText(`Approve, move ${formatCount(left)} to trash`)
  await page.reload()
  await expect(approveButton(page), 'a reload forgets no tick').toHaveText(
    `Approve, move ${formatCount(left)} to trash`,
  )

  await approveAndWait(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${formatCount(left)} items moved to trash`,
  )
  const stay = new Set([...relatives, ...(lone === undefined ? [] : [lone])].map(({ key }) => key))
  const gone = new Set(going.map(({ key }) => key).filter((key) => !stay.has(key)))
  const after = sessionsAndFiles(lab)
  for (const key of gone) expect(after, key).not.toContain(key)
  for (const key of stay) expect(after, key).toContain(key)
  const rows = (keys: readonly string[]) => keys.filter((key) => key.startsWith('session:'))
  expect(rows(after)).toEqual(rows(before).filter((key) => !gone.has(key)))

  await page.goto(`/cleanup/${planId}`)
  await expect(page, 'the plan leads to its receipt for ever').toHaveURL(/\/history\//)
  await page.getByRole('button', { name: 'Restore what this run took' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Restore: ${formatCount(left)} items would come back`,
  )
  await approveAndWait(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${formatCount(left)} items brought back`)
  expect(sessionsAndFiles(lab)).toEqual(before)
})

test('items that changed since the preview are skipped, and the receipt says why', async ({ page, lab }) => {
  const { id } = await requestPlan(lab, [ORPHANS])
  const [changed] = await actedItems(lab, id)
  appendFileSync(join(lab.folder, 'home', 'sessions', changed?.label ?? ''), ' ')
  await page.goto(`/cleanup/${id}`)
  await approveAndWait(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, 1 skipped$/)
  const odd = page.getByRole('region', { name: 'What did not go as planned' })
  const row = odd.getByRole('row').nth(1)
  await expect(row).toContainText('skipped')
  await expect(row).toContainText(changed?.label.slice(-18) ?? '')
  await expect(row).toContainText(/after the preview/)
  expect(existsInHome(lab, changed?.key ?? '')).toBe(true)
})

test('a plan older than an hour cannot be approved, even in a tab opened before', async ({ page, lab }) => {
  const { id } = await requestPlan(lab, [PRUNE_SESSIONS])
  const before = sessionsAndFiles(lab)
  await page.goto(`/cleanup/${id}`)
  await expect(approveButton(page)).toBeEnabled()
  expirePlan(lab, id)
  await approveButton(page).click()
  await expect(page.getByText(/This plan expired at/)).toBeVisible()
  await expect(approveButton(page)).toBeDisabled()
  expect(sessionsAndFiles(lab)).toEqual(before)
  expect(receiptsOf(lab, id)).toEqual([])
  await page.getByRole('button', { name: 'Plan again' }).last().click()
  await expect(page).toHaveURL(new RegExp(`from=${id}`))
  await expect(approveButton(page)).toBeEnabled()
})

test('approving in two tabs makes one run', async ({ page, context, lab }) => {
  const { id, totals } = await requestPlan(lab, [
    { action: 'cron-output', policy: { olderThanDays: 0, keepNewest: 1 } },
  ])
  expect(totals.act.items).toBeGreaterThan(0)
  const other = await context.newPage()
  await Promise.all([page.goto(`/cleanup/${id}`), other.goto(`/cleanup/${id}`)])
  await expect(approveButton(other)).toBeEnabled()
  await Promise.all([approveButton(page).click(), approveButton(other).click()])
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/history\//)
  expect(page.url()).toBe(other.url())
  expect(receiptsOf(lab, id)).toHaveLength(1)
})

test('a run stops between items, the rest stays, and closing the tab changes nothing', async ({
  page,
  context,
  lab,
}) => {
  const { id } = await requestPlan(lab, [
    { action: 'prune-files', policy: { olderThanDays: 2, kinds: ['request-dump'] } },
    PRUNE_SESSIONS,
    { action: 'close-leaked', policy: { olderThanDays: 0 } },
  ])
  const before = { open: openSessions(lab), lies: sessionsAndFiles(lab) }
  const items = await actedItems(lab, id)
  expect(new Set(items.map(({ step }) => step))).toEqual(new Set([0, 1, 2]))
  await page.goto(`/cleanup/${id}`)
  // A writer holds the database, so the run stays in progress for as long as the test needs.
  const writer = new Database(join(lab.folder, 'home', 'state.db'))
  writer.exec('BEGIN IMMEDIATE')
  await approveButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Moving/)
  await page.close()
  const later = await context.newPage()
  await later.goto(`/cleanup/${id}`)
  await expect(later.getByRole('progressbar')).toBeVisible()
  await later.getByRole('button', { name: 'Stop after this item' }).click()
  await expect(later.getByText('Stopping after this item')).toBeVisible()
  writer.exec('ROLLBACK')
  writer.close()
  await expect(later.getByText(/stopped by hand/)).toBeVisible()
  const receiptId = new URL(later.url()).pathname.split('/').at(-1) ?? ''
  const { body } = await lab.api(`/api/v1/receipts/${receiptId}?limit=1000`)
  const outcomes = new Map(
    (body as { items: { id: string; outcome: string }[] }).items.map((each) => [each.id, each.outcome]),
  )
  const done = items.filter((item) => outcomes.get(item.id) === 'done')
  expect(done.map(({ step }) => step)).toContain(0)
  expect(items.filter((item) => outcomes.get(item.id) === 'skipped').map(({ step }) => step)).toContain(2)
  const after = sessionsAndFiles(lab)
  for (const { key } of done) expect(after, 'done, and gone').not.toContain(key)
  for (const { id: itemId, key, step } of items)
    if (step < 2 && outcomes.get(itemId) !== 'done') expect(after, 'not begun, and there').toContain(key)
  const gone = new Set(done.map(({ key }) => key))
  const rows = (keys: readonly string[]) => keys.filter((key) => key.startsWith('session:'))
  expect(rows(after)).toEqual(rows(before.lies).filter((key) => !gone.has(key)))
  expect(openSessions(lab), 'the last step was not begun').toEqual(before.open)
})

test('deleting requires typing the count and the home, and Go back has the focus', async ({ page, lab }) => {
  const { id, totals } = await requestPlan(
    lab,
    [{ action: 'cron-output', policy: { olderThanDays: 0, keepNewest: 0, deadJobs: true } }],
    'delete',
  )
  const { items } = totals.act
  expect(items).toBeGreaterThan(0)
  await page.goto(`/cleanup/${id}`)
  await page.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
  await expect(dialog).toContainText(join(lab.folder, 'home'))
  const destroy = dialog.getByRole('button', { name: 'Delete for good' })
  await dialog.getByRole('textbox').fill(`delete ${items + 1} from main`)
  await expect(destroy).toBeDisabled()
  await page.keyboard.press('Enter')
  expect(receiptsOf(lab, id)).toEqual([])
  await dialog.getByRole('textbox').fill(`delete ${items} from main`)
  await destroy.click()
  await expect(page.getByRole('heading', { name: /^Promised/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Restore/ })).toHaveCount(0)
  for (const { key } of await actedItems(lab, id)) expect(existsInHome(lab, key), key).toBe(false)
})

test('a finding opens its preview with one click, from the overview too', async ({ page, lab }) => {
  const { findings } = await lab.overview()
  const finding = findings.find(({ action }) => action === 'close-leaked')
  await page.goto('/')
  await page.getByRole('button', { name: `Preview: ${finding?.title}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/would be closed/)
})

test('saved items can be purged early by typed confirmation, and the receipt shows the freed space', async ({
  page,
  lab,
}) => {
  const { id } = await requestPlan(lab, [{ action: 'prune-files', policy: { olderThanDays: 0 } }])
  await page.goto(`/cleanup/${id}`)
  await expect(page.getByRole('heading', { name: 'What this plan may never touch' })).toBeVisible()
  await approveAndWait(page)
  const done =
    (await page.getByRole('heading', { level: 1 }).textContent())?.match(/^([\d,]+) item/)?.[1] ?? ''
  await page.getByRole('button', { name: /^Free .+ now…$/ }).click()
  await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused()
  const destroy = page.getByRole('button', { name: 'Delete for good' })
  await expect(destroy).toBeDisabled()
  await page.getByLabel(/^Type/).fill(`delete ${done.replaceAll(',', '')} from main`)
  await destroy.click()
  await expect(page.getByText('There is nothing to bring back.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Free .+ now…$/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Restore what this run took' })).toHaveCount(0)
})

test('the trash has its own class and panel, and is emptied by typed confirmation', async ({ page, lab }) => {
  for (const orphan of ['20260101_081001_0rphan', '20260101_081002_0rphan']) {
    const { id } = await planOrphan(lab, orphan)
    await page.goto(`/cleanup/${id}`)
    await expect(page.getByRole('heading', { name: 'What this plan may never touch' })).toBeVisible()
    await approveAndWait(page)
  }
  const trashOf = async () =>
    ((await lab.api('/api/v1/homes/main/storage')).body as { trash: { receipts: number; consent: string } })
      .trash
  const { receipts, consent } = await trashOf()
  expect(receipts).toBeGreaterThan(1)

  await page.goto('/history')
  await expect(page.getByRole('button', { name: 'Empty trash…' })).toBeEnabled()
  await page.goto('/storage')
  await expect(page.getByRole('row', { name: /^Trash .*not counted as growth 0 B$/ })).toBeVisible()
  const panel = page.getByRole('region', { name: /^Steward keeps .+ on this disk$/ })
  await expect(panel).toContainText(new RegExp(`${receipts} cleanups. (Next e|E)xpires`))
  await expect(panel).toContainText('Steward’s own data')
  await expectEveryViewport(page)
  await panel.getByRole('button', { name: 'Empty trash…' }).click()
  await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused()
  const destroy = page.getByRole('button', { name: 'Delete for good' })
  await page.getByLabel(/^Type/).fill(consent.replace('delete', 'purge'))
  await expect(destroy).toBeDisabled()
  await page.getByLabel(/^Type/).fill(consent)
  await destroy.click()
  await expect.poll(async () => (await trashOf()).receipts).toBe(0)
  await expect(page.getByText('Empty trash…')).toHaveCount(0)
  await page.goto('/history')
  await expect(page.getByRole('button', { name: 'Empty trash…' })).toHaveCount(0)
  const line = page.getByRole('row').filter({ hasText: 'Trash or archive deleted' })
  expect(await line.count()).toBeGreaterThanOrEqual(receipts)
})

test('history lists every run with its remaining size and who approved it', async ({ page }) => {
  await page.goto('/history')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^History/)
  await expect(page.getByRole('link', { name: /moved to trash/ }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Plan approved' }).first()).toContainText('operator')
})

test('checkpoints have the same names on a plan as on their page, including items loaded later', async ({
  page,
  lab,
}) => {
  const { id } = await requestPlan(lab, [{ action: 'checkpoints', policy: { olderThanDays: 0 } }])
  await page.goto('/checkpoints?state=orphan')
  const shown = await page
    .getByRole('table', { name: 'Checkpoints' })
    .locator('summary [title^="~/"]')
    .evaluateAll((names) => names.map((name) => name.getAttribute('title') ?? ''))
  expect(shown.length).toBeGreaterThan(1)
  await page.goto(`/cleanup/${id}`)
  const names = page.getByRole('table').locator('[data-row]')
  for (const name of shown) await expect(names.getByTitle(name, { exact: true }).first()).toBeVisible()
  await page.locator('[data-filter]').fill(shown[0] ?? '')
  await expect(names.getByTitle(shown[0] ?? '', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('table')).not.toContainText(lab.folder)
})

test('the palette finds a receipt by its purpose and opens it', async ({ page }) => {
  await page.goto('/history?home=main')
  const last = page.getByRole('main').locator('a[href^="/history/"]').first()
  const path = new URL((await last.getAttribute('href')) ?? '', page.url()).pathname
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const found = palette.getByRole('group', { name: 'Receipts' }).getByRole('option')
  const name = (await found.first().locator('span').first().innerText()).trim()
  await palette.getByRole('combobox').fill(`receipt ${name}`)
  await found.filter({ hasText: name }).first().click()
  await expect(page).toHaveURL(`${path}?home=main`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d+ items?/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form makes a plan whose items can be read', async ({ page }) => {
    await page.goto('/cleanup')
    await page.getByLabel(/^Checkpoints nobody needs/).check()
    await page.getByRole('button', { name: 'Prepare the preview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checkpoints nobody needs/)
    await expect(page.getByRole('table').getByText('Drive not mounted').first()).toBeVisible()
  })
})
