/** Leaked sessions: card, JSON and SQL agree, and each session lists the signs that were checked. */
import { join } from 'node:path'
import { formatCount, formatShare } from '../../lib/shared/numbers.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, type Lab, demoTest as test } from '../support/fixtures.ts'
import { onCopy } from '../support/homes/explore-homes.ts'
import { rowsOf, squeezedAll } from '../support/page-parts.ts'

type Counted = { readonly name: string; readonly sessions: number; readonly leaked: number }

/**
 * Open, inactive for a day (automation for six hours) and without a route. The demo has no other signs of
 * activity.
 */
const LEAKED = `ended_at IS NULL
  AND max(started_at, coalesce(last_activity_at, 0),
        coalesce((SELECT max(timestamp) FROM messages WHERE session_id = sessions.id), 0))
      < unixepoch() - 3600 * (CASE WHEN source IN ('cron', 'subagent') THEN 6 ELSE 24 END)
  AND id NOT IN (SELECT json_extract(entry_json, '$.session_id') FROM gateway_routing)`

const MONDAY = `date(started_at, 'unixepoch', '-6 days', 'weekday 1')`

const countedBy = (lab: Lab, what: string): Counted[] =>
  onCopy(join(lab.folder, 'data', 'demo'), 'home', (db) =>
    db
      .prepare<[], Counted>(
        `SELECT ${what} AS name, count(*) AS sessions, sum(${LEAKED}) AS leaked FROM sessions GROUP BY 1 ORDER BY leaked DESC, 1`,
      )
      .all(),
  )

const cells = ({ name, sessions, leaked }: Counted) => [
  name,
  formatCount(leaked),
  formatCount(sessions),
  formatShare(leaked / sessions),
]

test('the overview shows what leaked, from where and since when, equal to SQL', async ({ page, lab }) => {
  const { sessions } = await lab.overview()
  const bySource = countedBy(lab, 'source').filter(({ leaked }) => leaked > 0)
  expect(sessions?.leaks.bySource.map(({ source, ...counts }) => ({ name: source, ...counts }))).toEqual(
    bySource,
  )
  const weeks = new Map(countedBy(lab, MONDAY).map((each) => [each.name, each]))
  for (const { week, ...counts } of sessions?.leaks.byWeek ?? [])
    expect(counts, week).toEqual({
      sessions: weeks.get(week)?.sessions ?? 0,
      leaked: weeks.get(week)?.leaked ?? 0,
    })

  await page.goto('/')
  await page.getByRole('link', { name: '861 leaked', exact: true }).click()
  const most = bySource[0]
  const card = page.getByRole('region', {
    name: `861 of 3,049 sessions leaked, ${most?.leaked} of them from ${most?.name}`,
  })
  await expect(card).toBeInViewport()
  const [, ...sources] = await rowsOf(card.getByRole('table', { name: 'Leaked by source' }))
  expect(sources.map((row) => row.slice(0, 4))).toEqual(squeezedAll(bySource.map(cells)))
  const [, ...reasons] = await rowsOf(card.getByRole('table', { name: 'How sessions end' }))
  expect(reasons.map(([name, count]) => [name, count])).toEqual(
    squeezedAll([
      ['cron_complete', '1,275'],
      ['never closed, leaked', '861'],
      ['recovered', '640'],
      ['cli_close', '229'],
      ['still open, live', '26'],
      ['session_reset', '17'],
      ['compression', '1'],
    ]),
  )
  const [, ...started] = await rowsOf(card.getByRole('table', { name: 'Leaked by week started' }))
  const sum = (place: number) =>
    started.reduce((all, row) => all + Number(row[place]?.replaceAll(',', '')), 0)
  expect([sum(1), sum(2)]).toEqual([861, 3_049])
  await expectEveryViewport(page, '#leaks')
})

test('leaked sessions are listed, and the page of one shows its evidence', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Show the 861 leaked sessions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('861 of 3,049 sessions match')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  const why = page.getByRole('region', { name: 'Why it counts as leaked' })
  await expect(why.getByRole('listitem')).toHaveText([
    /^Silent for \d+ (d|h)\. An open session of this source counts as live for (24|6) h after its last sign\.$/,
    'No chat of the gateway leads to it.',
    'No turn of it is running: no lease that still lasts.',
    'Nothing compresses it: no lock that still lasts.',
    'No running process has it open as a chat.',
    'It waits for no subagent, and none reports to it.',
    'No hand-off to another surface waits for it.',
  ])
})
