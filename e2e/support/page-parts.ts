/** The parts of the overview by their visible names, and their text as lists. */
import type { Locator, Page } from '@playwright/test'
import { drawCharts } from '../../scripts/draw-charts.ts'

/** Units are separate elements next to their number, so white space is ignored. */
export const squeezed = (text: string): string => text.replace(/\s/g, '')

export const squeezedAll = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map(squeezed))

/**
 * The cells of each row, without purely graphical ones. A chart's numbers are rendered when the browser is
 * idle.
 */
export async function rowsOf(table: Locator): Promise<string[][]> {
  const found = table.getByRole('row')
  await found.first().waitFor({ state: 'attached' })
  const rows = await found.evaluateAll((all) =>
    all.map((row) =>
      [...row.children].filter((cell) => !cell.hasAttribute('aria-hidden')).map((cell) => cell.textContent),
    ),
  )
  return squeezedAll(rows.map((row) => row.map((text) => text ?? '')))
}

export async function textsOf(locator: Locator): Promise<string[]> {
  return (await locator.allTextContents()).map(squeezed)
}

/** Value and explanation of a headline number. */
export async function tileOf(page: Page, label: string): Promise<string[]> {
  const tile = page
    .getByRole('region', { name: 'Headline figures' })
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: label }) })
    .last()
  return textsOf(tile.getByRole('definition'))
}

export const findingsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'What can go, largest first' })

export const chartNamed = (page: Page, name: string): Locator =>
  page.getByRole('application', { name: new RegExp(`^${name}\\.`) })

/** Charts are drawn when they become visible. Afterwards the layout is stable. */
export async function chartsDrawn(page: Page): Promise<void> {
  await drawCharts(page)
  for (const name of ['(Transcripts|Sessions) by age', 'Disk blocks by class over time', 'Tokens by day']) {
    await chartNamed(page, name).waitFor()
  }
}
