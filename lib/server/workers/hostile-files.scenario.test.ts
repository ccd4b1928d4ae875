/** Files that would take all memory of the thread that reads every home are only malformed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { captureLog } from '../../testing/capture-log.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'

const temp = tempHome()
const HOSTILE = [
  ['brackets', 'config.yaml', `a: ${'['.repeat(300_000)}`],
  ['values', 'config.yaml', `a: [${'{},'.repeat(160_000)}]`],
  ['index', 'sessions/sessions.json', '['.repeat(15_000_000)],
  ['objects', 'sessions/sessions.json', `{"a": [${'{},'.repeat(5_000_000)}{}]}`],
] as const
const [good, ...bad] = ['good', ...HOSTILE.map(([id]) => id)].map((id) =>
  tinyHome(join(temp.root, id), Date.now()),
)
for (const [id, name, text] of HOSTILE) writeFileSync(join(temp.root, id, name), text)
const collector = new Collector({
  hermesHome: good?.path ?? '',
  extraHomes: bad.map(({ path }) => path),
  dataDir: join(temp.root, 'data'),
  demoHome: null,
  readOnly: false,
})
afterAll(async () => {
  await collector.stop()
  temp.cleanup()
})

it('each home is shown, with the file that cannot be read, and the thread lives on', async () => {
  const lines = captureLog()
  const total = (await collector.observe('main'))?.answer.overview.sessions?.total
  expect(total).toBeGreaterThan(0)
  for (const [id] of HOSTILE) {
    const overview = (await collector.observe(id))?.answer.overview
    expect(overview?.notices.map(({ code }) => code)).toEqual([
      expect.stringMatching(/^(malformed-file|too-large)$/),
    ])
    expect(overview?.sessions?.total).toBe(total)
  }
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
})
