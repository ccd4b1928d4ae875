import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { planRestore } from './plan-restore.ts'
import { purge } from './purge.ts'

const temps: ReturnType<typeof tempHome>[] = []
afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

async function cleaned(disposition: Disposition) {
  const temp = tempHome()
  temps.push(temp)
  const lab = cleanLab(smallHome(temp.path, 'aug', Date.now()).path, join(temp.root, 'data'))
  const receipt = await lab.run(await lab.plan(EVERYTHING, disposition))
  return { temp, lab, receipt, phrase: `delete ${receipt.done} from main` }
}

const keptFolder = ({ tools, home }: CleanLab, disposition: Disposition, id: string): string =>
  disposition === 'trash' ? join(home.path, '.steward-trash', id) : join(tools.dataDir, 'archives', id)

it.each(['trash', 'archive'] as const)(
  '%s is purged with typed consent, its bytes count as freed, and the home is unchanged',
  async (disposition) => {
    const { lab, receipt, phrase } = await cleaned(disposition)
    const folder = keptFolder(lab, disposition, receipt.id)
    expect(receipt.keptBytes).toBeGreaterThan(0)
    expect(existsSync(folder)).toBe(true)
    const before = captureHome(lab.home.path)
    const answer = await purge(lab.tools, { receiptId: receipt.id, consent: phrase })
    expect(answer).toEqual({ ok: true, value: { freedBytes: receipt.keptBytes } })
    expect(existsSync(folder)).toBe(false)
    expect(captureHome(lab.home.path)).toEqual(before)
    expect(readReceipt(lab.store, receipt.id)).toMatchObject({
      keptBytes: 0,
      freedBytes: (receipt.freedBytes ?? 0) + receipt.keptBytes,
    })
    expect(await purge(lab.tools, { receiptId: receipt.id, consent: phrase })).toMatchObject({
      fault: { code: 'nothing-kept' },
    })
    lab.store.close()
  },
)

it.each([
  ['no consent', null, 'consent-needed'],
  ['the wrong count', 'delete 1 from main', 'consent-needed'],
  ['another home', 'delete everything from other', 'consent-needed'],
])('%s: nothing is purged', async (_, consent, code) => {
  const { lab, receipt } = await cleaned('trash')
  expect(await purge(lab.tools, { receiptId: receipt.id, consent })).toMatchObject({ fault: { code } })
  expect(await purge(lab.tools, { receiptId: 'nobody', consent })).toMatchObject({
    fault: { code: 'no-such-receipt' },
  })
  expect(existsSync(keptFolder(lab, 'trash', receipt.id))).toBe(true)
  expect(await planRestore(lab.tools, receipt.id, 'a test')).toMatchObject({ ok: true })
  lab.store.close()
})

it.each(['closed', 'replaced'])('an archive is purged although its home is %s', async (how) => {
  const { lab, receipt, phrase } = await cleaned('archive')
  const other = { ...lab.home, path: lab.tools.dataDir }
  const away = { ...lab.tools, homeOf: () => (how === 'closed' ? null : other) }
  expect(await purge(away, { receiptId: receipt.id, consent: phrase })).toMatchObject({
    ok: true,
    value: { freedBytes: receipt.keptBytes },
  })
  expect(existsSync(keptFolder(lab, 'archive', receipt.id))).toBe(false)
  lab.store.close()
})

it('an unavailable home keeps its trash', async () => {
  const { lab, receipt, phrase } = await cleaned('trash')
  const away = { ...lab.tools, homeOf: () => null }
  expect(await purge(away, { receiptId: receipt.id, consent: phrase })).toMatchObject({
    fault: { code: 'no-such-home' },
  })
  expect(existsSync(keptFolder(lab, 'trash', receipt.id))).toBe(true)
  lab.store.close()
})
