/**
 * From a written row to pixels on Watch: another process writes a session that burns, and a real browser on a
 * heavy home shows its name.
 */
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { BROWSER_ARGS, findBrowser } from '../browser.ts'
import { startServer } from '../server.ts'
import { signInCookie } from '../sign-in-cookie.ts'
import { type BenchRow, benchRow, percentile } from './bench-row.ts'

const ROUNDS = 12
const LIMIT_MS = 6_000
const PATIENCE_MS = 30_000

export async function benchBoard(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
  const data = join(tempDir, 'board-bench-data')
  const server = await startServer({ HERMES_HOME: heavyHome, STEWARD_DATA: data })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
  const hermes = await startWriter(join(heavyHome, 'state.db'))
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([await signInCookie(data, server.url)])
    const page = await context.newPage()
    await page.goto(`${server.url}/watch`)
    await page
      .getByText(/^Live,/)
      .first()
      .waitFor({ timeout: PATIENCE_MS })
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const title = `Burner ${round}`
      const seen = page.getByText(title, { exact: true }).first()
      const startedMs = performance.now()
      await hermes.ask(burn(round, title))
      await seen.waitFor({ timeout: PATIENCE_MS })
      took.push(performance.now() - startedMs)
    }
    return [
      benchRow('board: from database write to screen, median', percentile(took, 50) / 1_000, 's'),
      benchRow('board: the same, slowest of 12', Math.max(...took) / 1_000, 's', LIMIT_MS / 1_000),
    ]
  } finally {
    await hermes.stop()
    await browser.close()
    await server.stop()
  }
}

/** Each burns more than the last, so that it is at the top. */
const burn = (round: number, title: string): string =>
  [
    '{ const at = Date.now() / 1000;',
    "db.exec('BEGIN IMMEDIATE');",
    `db.prepare("INSERT INTO sessions (id, source, title, started_at, input_tokens, message_count) VALUES (?, 'cli', ?, ?, ?, 1)").run('bench_board_${round}', '${title}', at, ${(round + 1) * 1_000});`,
    `db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', 'go on', ?)").run('bench_board_${round}', at);`,
    "db.exec('COMMIT'); 0 }",
  ].join(' ')
