/**
 * A home to clean in the browser, with its content read independently of Steward, and plans made over HTTP.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { API_TOKEN, expect, type Lab } from './fixtures.ts'

export const PRUNE_SESSIONS = { action: 'prune-sessions', policy: { olderThanDays: 4 } }
export const ORPHANS = { action: 'orphan-files', policy: { olderThanDays: 0 } }

/** All of it is in the home folder of the server's user. */
export const makeHomeAt = (folder: string): Record<string, string> => ({
  HOME: folder,
  HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
})

export type Item = {
  readonly step: number
  readonly id: string
  readonly key: string
  readonly label: string
  readonly together: string | null
}
export type RequestedPlan = {
  readonly id: string
  readonly digest: string
  readonly totals: { readonly act: { readonly items: number } }
}

export async function requestPlan(
  { server }: Lab,
  steps: readonly object[],
  disposition = 'trash',
): Promise<RequestedPlan> {
  const response = await fetch(`${server.url}/api/v1/homes/main/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ steps, disposition }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

export async function actedItems(lab: Lab, planId: string): Promise<Item[]> {
  const { body } = await lab.api(`/api/v1/plans/${planId}/items?verdict=act&limit=1000`)
  return (body as { items: Item[] }).items
}

/** Every session and every file in sessions/, named as in a plan. */
export function sessionsAndFiles({ folder }: Lab): string[] {
  const db = new Database(join(folder, 'home', 'state.db'), { readonly: true })
  const ids = db.prepare<[], { id: string }>('SELECT id FROM sessions').all()
  db.close()
  return [
    ...ids.map(({ id }) => `session:${id}`),
    ...readdirSync(join(folder, 'home', 'sessions')).map((name) => `file:sessions/${name}`),
  ].sort()
}

export function openSessions({ folder }: Lab): string[] {
  const db = new Database(join(folder, 'home', 'state.db'), { readonly: true })
  const rows = db.prepare<[], { id: string }>('SELECT id FROM sessions WHERE ended_at IS NULL').all()
  db.close()
  return rows.map(({ id }) => id).sort()
}

export const existsInHome = ({ folder }: Lab, key: string): boolean =>
  existsSync(join(folder, 'home', key.replace(/^(file|folder):/, '')))

/** Expires a plan in the store, because Steward's clock cannot be changed. */
export function expirePlan({ folder }: Lab, planId: string): void {
  const db = new Database(join(folder, 'data', 'steward.db'))
  db.prepare('UPDATE plan SET expires_ms = ? WHERE plan_id = ?').run(Date.now() - 1, planId)
  db.close()
}

export const receiptsOf = ({ folder }: Lab, planId: string): { state: string; total: number }[] => {
  const db = new Database(join(folder, 'data', 'steward.db'), { readonly: true })
  const rows = db
    .prepare<[string], { state: string; total: number }>('SELECT state, total FROM receipt WHERE plan_id = ?')
    .all(planId)
  db.close()
  return rows
}

export const approveButton = (page: Page) => page.getByRole('button', { name: /^Approve/ })

/** Approves an open plan and waits for its receipt. */
export async function approveAndWait(page: Page): Promise<void> {
  await approveButton(page).click()
  await expect(page).toHaveURL(/\/history\//)
  await expect(page.getByRole('heading', { name: /^Promised|came back$/ })).toBeVisible()
}
