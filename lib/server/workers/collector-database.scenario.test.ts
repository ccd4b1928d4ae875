import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'

const temp = tempHome()
const home = smallHome(join(temp.root, 'opened'), 'aug', Date.now(), { checkpoints: [] })
const collector = new Collector({
  hermesHome: home.path,
  extraHomes: [],
  dataDir: join(temp.root, 'data'),
  demoHome: null,
  readOnly: false,
})
afterAll(async () => {
  await collector.stop()
  temp.cleanup()
})

it('the collector counts a database in a separate thread', async () => {
  let reply = await collector.query('main', 'database', null)
  while (reply?.answer.count.state !== 'idle') reply = await collector.query('main', 'database', null)
  expect(reply?.answer.tables?.some(({ name }) => name === 'messages')).toBe(true)
  expect(reply?.answer.count.fault).toBeNull()
})

it('tokens pass through the worker unchanged', async () => {
  const reply = await collector.query('main', 'tokens', { days: 30, by: 'job' })
  expect(reply?.answer.breakdown?.groups.map(({ label }) => label)).toContain('inbox-triage')
})
