/** A runaway session at real speed, in another process: the board shows it, the webhook hears of it once, it closes. */
import { join } from 'node:path'
import { toolCallsJson } from '../lib/testing/home/messages.ts'
import { type HookServer, hookServer } from '../lib/testing/hook-server.ts'
import { type LineChild, startWriter } from '../lib/testing/line-child.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { expect, test } from './fixtures.ts'

const SESSION = 'cron_7c2e90d4ab11_20261116_120000'
/** 602 messages in 107 s. */
const EVERY_MS = 178

let hook: HookServer | null = null

test.use({
  homes: {
    lay: async (folder: string) => {
      hook = await hookServer()
      return {
        HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now(), { checkpoints: [] }).path,
        STEWARD_WEBHOOK_URL: `${hook.url}/incidents`,
        STEWARD_WEBHOOK_SECRET: 'a secret for end-to-end tests',
      }
    },
  },
})

test.afterAll(() => hook?.stop())

/** The same call again and again, and its answer, until told to stop. */
async function runAway(databasePath: string): Promise<LineChild> {
  const hermes = await startWriter(databasePath)
  const calls = JSON.stringify(toolCallsJson(['read_file'], 'loop'))
  await hermes.ask(
    `db.prepare("INSERT INTO sessions (id, source, title, started_at) VALUES ('${SESSION}', 'cron', 'inbox-triage', ?)").run(Date.now() / 1000).changes`,
  )
  // One line for the other process.
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

const told = () => (hook?.received ?? []).map(({ body }) => JSON.parse(body))

test('it is on the board within seconds, told once, and over when it is over', async ({ page, lab }) => {
  // It must have been quiet for two minutes before it closes.
  test.setTimeout(330_000)
  await page.goto('/watch')
  const startedMs = Date.now()
  const hermes = await runAway(join(lab.folder, 'home', 'state.db'))
  try {
    await expect(page.getByRole('heading', { name: /inbox-triage is looping/ })).toBeVisible({
      timeout: 20_000,
    })
    test.info().annotations.push({ type: 'on the board after', description: `${Date.now() - startedMs} ms` })
    await hook?.arrived(1)
    expect(told()[0]).toMatchObject({
      event: 'opened',
      incident: { kind: 'runaway-session', subject: SESSION, state: 'open' },
      home: { id: 'main' },
    })
    expect(hook?.received[0]?.headers['x-steward-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  } finally {
    await hermes.stop()
  }
  const about = () => told().filter(({ incident }) => incident.kind === 'runaway-session')
  await expect
    .poll(
      () =>
        about()
          .map(({ event }) => event)
          .at(-1),
      { timeout: 270_000 },
    )
    .toBe('closed')
  const events = about().map(({ event }) => event)
  expect(events.filter((event) => event === 'opened')).toHaveLength(1)
  expect(events.filter((event) => event === 'closed')).toHaveLength(1)
  expect(new Set(told().map(({ id }) => id)).size).toBe(told().length)
  await expect(page.getByRole('heading', { name: /inbox-triage is looping/ })).toHaveCount(0)
  const { id } = about()[0].incident
  await page.goto(`/watch/incidents/${id}`)
  await expect(page.getByText(/^Closed, after /)).toBeVisible()
  await expect(page.getByText('The webhook was told that it opened.')).toBeVisible()
})
