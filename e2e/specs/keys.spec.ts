/** Keyboard shortcuts and the command palette. */
import type { Page } from '@playwright/test'
import { axeOn } from '../support/axe.ts'
import { holdBack } from '../support/delayed-response.ts'
import { expect, demoTest as test } from '../support/fixtures.ts'
import { pressTogether } from '../support/press-together.ts'

/** Keys pressed before hydration are lost. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('html[data-keys=ready]')).toBeAttached()
}

const title = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true })

test('? lists the keys, and Esc closes the list', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list).toBeVisible()
  await expect(list.getByText('Next row')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
})

test('g and a letter open a page of the same home', async ({ page }) => {
  await open(page, '/?home=main')
  for (const [letter, heading] of [
    ['d', 'Storage'],
    ['c', 'Cron'],
    ['o', 'Overview'],
  ] as const) {
    const press = await pressTogether(page)
    await press('g', letter)
    await expect(title(page, heading)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('home')).toBe('main')
  }
})

test('a page that opens between g and its letter does not swallow the g', async ({ page }) => {
  await open(page, '/?home=main')
  const release = await holdBack(page, ({ pathname }) => pathname === '/storage')
  const press = await pressTogether(page)
  await press('g', 'd', 'g')
  await expect(title(page, 'Overview')).toBeVisible()
  release()
  await expect(title(page, 'Storage')).toBeVisible()
  await press('c')
  await expect(title(page, 'Cron')).toBeVisible()
})

test('the palette finds pages, sessions and commands by name', async ({ page, lab }) => {
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const input = palette.getByRole('combobox')
  await input.fill('check')
  await expect(palette.getByRole('option', { name: /^Checkpoints g/ })).toBeVisible()
  const { body } = await lab.api('/api/v1/homes/main/sessions?q=inbox&limit=1')
  const { items } = body as { items: { id: string }[] }
  await input.fill('inbox')
  await expect(palette.getByRole('option', { name: /inbox/ }).first()).toBeVisible()
  await input.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sessions/${items[0]?.id}\\?home=main`))
})

test('the palette prepares a plan and finds checkpoints by state', async ({ page, lab }) => {
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const input = palette.getByRole('combobox')
  await input.fill('checkpoints stale')
  await palette.getByRole('option', { name: 'Checkpoints: stale' }).click()
  await expect(page).toHaveURL(/\/checkpoints\?home=main&state=stale/)
  const { body } = await lab.api('/api/v1/homes/main/overview')
  const { findings } = body as { findings: { title: string; action: string | null }[] }
  const title = findings.find(({ action }) => action !== null)?.title ?? ''
  await page.keyboard.press('Control+k')
  await input.fill('undo')
  await expect(palette.getByRole('option', { name: /History/ })).toBeVisible()
  await input.fill(title)
  await palette.getByRole('option', { name: `Preview: ${title}` }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
})

test('the palette reports no results and has no axe violations', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await expect(palette.getByRole('option', { name: /Overview/ })).toBeVisible()
  expect((await axeOn(page).analyze()).violations).toEqual([])
  await palette.getByRole('combobox').fill('no such thing anywhere')
  await expect(palette.getByText('Nothing goes by this name.')).toBeVisible()
})

test('j and k move through a server-rendered table, and / focuses its filter', async ({ page }) => {
  await open(page, '/checkpoints')
  const rows = page.locator('[data-row]')
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.locator('[data-filter]')).toBeFocused()
})
