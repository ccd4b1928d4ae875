import { join } from 'node:path'
import { expect, it } from 'vitest'
import { captureLog } from '../../testing/capture-log.ts'
import { cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'

it('a run is logged when it starts and when it finishes, with its counts', async () => {
  const temp = tempHome()
  const { path } = smallHome(join(temp.root, 'home'), 'aug', Date.now())
  const dataDir = join(temp.root, 'data')
  const lab = cleanLab(path, dataDir)
  const executor = new Executor({
    hermesHome: path,
    extraHomes: [],
    dataDir,
    demoHome: null,
    readOnly: false,
    trashDays: 7,
    archiveDays: 90,
  })
  const lines = captureLog()
  try {
    const plan = await lab.plan(EVERYTHING, 'trash')
    const approved = await executor.approve(
      { planId: plan.id, digest: plan.digest, except: [], consent: null },
      { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' },
    )
    await expect.poll(() => lines().map(({ message }) => message)).toContain('run finished')
    const receipt = approved.ok ? approved.value.receiptId : ''
    expect(lines()).toMatchObject([
      { level: 'info', message: 'run started', receipt, home: 'main', kind: 'cleanup' },
      { level: 'info', message: 'run finished', receipt, state: 'done', skipped: 0, failed: 0 },
    ])
    expect(lines()[0]?.items).toBe(lines()[1]?.done)
  } finally {
    await executor.close()
    lab.store.close()
    temp.cleanup()
  }
})
