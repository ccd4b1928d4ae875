import { existsSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Action } from '../../domain/plan/action.ts'
import { readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { emptyTrash } from './empty-trash.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  const home = smallHome(temp.path, 'aug', Date.now()).path
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const cleaned = async (action: Action, disposition: 'trash' | 'archive' = 'trash') =>
  lab.run(await lab.plan(stepsOf(action), disposition))

const folderOf = ({ id }: StoredReceipt) => join(lab.home.path, '.steward-trash', id)
const keptOf = ({ id }: StoredReceipt) => readReceipt(lab.store, id)?.keptBytes
const phrase = (...receipts: readonly StoredReceipt[]) =>
  `delete ${receipts.reduce((sum, { done }) => sum + done, 0)} from main`

it('empties the trash of every run, and touches neither archives nor the rest of the home', async () => {
  const files = await cleaned('prune-files')
  const outputs = await cleaned('cron-output')
  const archived = await cleaned('prune-sessions', 'archive')
  const before = captureHome(lab.home.path)
  const recorded: [string, number][] = []
  const answer = await emptyTrash(lab.tools, { home: 'main', consent: phrase(files, outputs) }, (id, bytes) =>
    recorded.push([id, bytes]),
  )
  expect(answer).toEqual({
    ok: true,
    value: { freedBytes: files.keptBytes + outputs.keptBytes, purged: [files.id, outputs.id], kept: [] },
  })
  expect(recorded).toEqual([
    [files.id, files.keptBytes],
    [outputs.id, outputs.keptBytes],
  ])
  expect(existsSync(join(lab.home.path, '.steward-trash'))).toBe(false)
  expect(captureHome(lab.home.path)).toEqual(before)
  expect([files, outputs, archived].map(keptOf)).toEqual([0, 0, archived.keptBytes])
  expect(readdirSync(join(lab.tools.dataDir, 'archives'))).toEqual([archived.id])
  expect(await emptyTrash(lab.tools, { home: 'main', consent: phrase(files) })).toMatchObject({
    fault: { code: 'nothing-kept' },
  })
})

it('needs the phrase that counts what is in the trash now', async () => {
  const files = await cleaned('prune-files')
  const shown = phrase(files)
  const outputs = await cleaned('cron-output')
  for (const consent of [null, '', shown, `delete ${files.done + outputs.done} from work`])
    expect(await emptyTrash(lab.tools, { home: 'main', consent })).toMatchObject({
      fault: { code: 'consent-needed' },
    })
  expect([files, outputs].map(keptOf)).toEqual([files.keptBytes, outputs.keptBytes])
  expect([files, outputs].map(folderOf).every(existsSync)).toBe(true)
})

it('keeps and names what is being restored, and empties the rest', async () => {
  const files = await cleaned('prune-files')
  const outputs = await cleaned('cron-output')
  const restore = lab.approve(await lab.restorePlan(files.id))
  const answer = await emptyTrash(lab.tools, { home: 'main', consent: phrase(files, outputs) })
  expect(answer).toMatchObject({
    ok: true,
    value: {
      freedBytes: outputs.keptBytes,
      purged: [outputs.id],
      kept: [
        {
          receiptId: files.id,
          name: 'Old transcripts and request dumps',
          message: 'A restore of it has not ended yet, and still needs what is kept.',
        },
      ],
    },
  })
  await runReceipt(lab.tools, lab.home, restore)
  expect(readReceipt(lab.store, restore)).toMatchObject({ state: 'done', done: files.done })
})

it('keeps what it cannot remove safely, says why, and empties the rest', async () => {
  const files = await cleaned('prune-files')
  const outputs = await cleaned('cron-output')
  renameSync(folderOf(files), join(temp.root, 'elsewhere'))
  symlinkSync(join(temp.root, 'elsewhere'), folderOf(files))
  const answer = await emptyTrash(lab.tools, { home: 'main', consent: phrase(files, outputs) })
  expect(answer).toMatchObject({
    ok: true,
    value: { freedBytes: outputs.keptBytes, purged: [outputs.id], kept: [{ receiptId: files.id }] },
  })
  expect(answer.ok && answer.value.kept[0]?.message).toMatch(/left as it is|left as it was/)
  expect(existsSync(join(temp.root, 'elsewhere', 'files'))).toBe(true)
})

it('keeps everything while another Steward has the home', async () => {
  const files = await cleaned('prune-files')
  const refusal = { code: 'other-steward', message: 'Another Steward has it.' }
  const tools = { ...lab.tools, lockRefusal: () => refusal }
  expect(await emptyTrash(tools, { home: 'main', consent: phrase(files) })).toMatchObject({
    ok: true,
    value: { freedBytes: 0, purged: [], kept: [{ receiptId: files.id, message: refusal.message }] },
  })
  expect(existsSync(folderOf(files))).toBe(true)
})

it('leaves the trash of another folder that had this name before', async () => {
  const files = await cleaned('prune-files')
  const other = { ...lab.home, path: temp.root }
  const tools = { ...lab.tools, homeOf: () => other }
  expect(await emptyTrash(tools, { home: 'main', consent: phrase(files) })).toMatchObject({
    fault: { code: 'nothing-kept' },
  })
  const closed = { ...lab.tools, homeOf: () => null }
  expect(await emptyTrash(closed, { home: 'main', consent: phrase(files) })).toMatchObject({
    fault: { code: 'no-such-home' },
  })
  expect(existsSync(folderOf(files))).toBe(true)
})
