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

it('the collector’s thread counts a database in a thread of its own', async () => {
  let asked = await collector.ask('main', 'database', { count: 'if-needed' })
  while (asked?.answer.count.state !== 'idle')
    asked = await collector.ask('main', 'database', { count: 'if-needed' })
  expect(asked?.answer.tables?.some(({ name }) => name === 'messages')).toBe(true)
  expect(asked?.answer.count.fault).toBeNull()
})

it('tokens come through as they are', async () => {
  const asked = await collector.ask('main', 'tokens', { days: 30, by: 'job' })
  expect(asked?.answer.breakdown?.groups.map(({ label }) => label)).toContain('inbox-triage')
})
