/**
 * Trash that something changed after the run: the restore plan names each item before anything is written, the restore
 * leaves it where it is, and everything else comes back as it was.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readBatches, readOutcomes } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { git } from '../../testing/home/git.ts'
import { type MadeHome, makeHome } from '../../testing/make-home.ts'
import { keepTimes, TAMPERINGS } from '../../testing/tamper.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

const KINDS = Object.keys(TAMPERINGS)

let temp: TempHome
let lab: CleanLab
let made: MadeHome
let outside: string
beforeEach(() => {
  temp = tempHome()
  outside = join(temp.root, 'outside')
  writeFileSync(outside, 'not ours')
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

function open(spec: Pick<Parameters<typeof makeHome>[0], 'sessions' | 'files' | 'checkpoints'>): CleanLab {
  made = makeHome({ path: temp.path, era: 'aug', nowMs: Date.now(), ...spec })
  lab = cleanLab(made.path, dataBeside(made.path))
  return lab
}

const inTrash = ({ id }: StoredReceipt, ...names: string[]): string =>
  join(lab.home.path, '.steward-trash', id, 'files', ...names)

async function planned(receipt: StoredReceipt) {
  const plan = await lab.restorePlan(receipt.id)
  const any = { verdict: null, step: null, reason: null, together: null, q: null }
  const page = readItemPage(lab.store, plan.id, { ...any, cursor: null, limit: 200 })
  if (page?.ok !== true) throw new Error('the plan has no items')
  return { plan, items: page.value.items }
}

const outcomesOf = (receipt: StoredReceipt) =>
  readBatches(lab.store, receipt.id).flatMap(({ items }) =>
    items.map(
      ({ label, outcome }) => [label, outcome?.kind === 'done' ? outcome.note : outcome?.code] as const,
    ),
  )

/** What is in the home, without the lines that name one of these. */
const without = (lines: readonly string[], names: readonly string[]): string[] =>
  lines.filter((line) => !names.some((name) => line.includes(name)))

const old = Date.now() - 20 * DAY_MS

it('only files that are still what was moved come back', async () => {
  const names = [...KINDS, 'fine'].map((kind) => `20260101_080000_${kind}`)
  const files = names.map((id) => ({ kind: 'transcript', id, bytes: 3_000, modifiedMs: old }) as const)
  const big = { kind: 'transcript', bytes: 3_000_000, modifiedMs: old } as const
  const bigNames = ['20260101_090000_swapped', '20260101_090000_rewritten']
  open({ files: [...files, ...bigNames.map((id) => ({ ...big, id }))] })
  const before = captureHome(lab.home.path)
  const receipt = await lab.run(await lab.plan(stepsOf('orphan-files'), 'trash'))
  expect(receipt.done).toBe(names.length + bigNames.length)
  const fileNames = readdirSync(inTrash(receipt, 'sessions'))
  const tampered = fileNames.filter((name) => !name.includes('fine'))
  for (const name of tampered)
    TAMPERINGS[KINDS.find((kind) => name.includes(kind)) ?? '']?.(inTrash(receipt, 'sessions', name), outside)

  const { plan, items } = await planned(receipt)
  const reasons = new Map(
    items.map(({ key, label, verdict, reason }) => [`${key} ${label}`, `${verdict} ${reason.code}`]),
  )
  for (const [item, reason] of reasons)
    expect([item, reason]).toEqual([
      item,
      item.includes('fine')
        ? 'act comes-back'
        : item.includes('gone')
          ? 'keep not-kept'
          : 'keep changed-in-trash',
    ])
  expect(plan.totals.act.items).toBe(1)
  const left = without(readdirSync(inTrash(receipt, 'sessions')), ['fine'])
  await lab.run(plan)
  expect(captureHome(lab.home.path).files).toEqual(without(before.files, tampered))
  expect(readdirSync(inTrash(receipt, 'sessions'))).toEqual(left)
  expect(readFileSync(outside, 'utf8')).toBe('not ours')
})

it('files that are changed after the plan stay in the trash', async () => {
  const names = KINDS.map((kind) => `20260101_080000_${kind}`)
  open({ files: names.map((id) => ({ kind: 'transcript', id, bytes: 3_000, modifiedMs: old }) as const) })
  const receipt = await lab.run(await lab.plan(stepsOf('orphan-files'), 'trash'))
  const { plan } = await planned(receipt)
  expect(plan.totals.act.items).toBe(names.length)
  for (const name of readdirSync(inTrash(receipt, 'sessions')))
    TAMPERINGS[KINDS.find((kind) => name.includes(kind)) ?? '']?.(inTrash(receipt, 'sessions', name), outside)
  const restored = await lab.run(plan)
  expect(restored).toMatchObject({ state: 'partial', done: 0, skipped: names.length })
  expect(new Set(outcomesOf(restored).map(([, code]) => code))).toEqual(
    new Set(['changed-in-trash', 'file-gone']),
  )
  expect(readdirSync(join(lab.home.path, 'sessions'))).toEqual(['sessions.json'])
})

it('sessions come back without files that were changed in the trash', async () => {
  const times = { startedMs: old, endedMs: old + HOUR_MS, messages: 3 }
  const ids = [...KINDS, 'fine']
  open({
    sessions: ids.map((id) => ({ id, ...times })),
    files: ids.map((id) => ({ kind: 'transcript', id, bytes: 3_000, modifiedMs: old }) as const),
  })
  const before = captureHome(lab.home.path)
  const receipt = await lab.run(await lab.plan(stepsOf('prune-sessions'), 'trash'))
  expect(receipt.done).toBe(ids.length)
  const nameOf = (id: string) => `session_${id}.json`
  for (const kind of KINDS) TAMPERINGS[kind]?.(inTrash(receipt, 'sessions', nameOf(kind)), outside)

  const { plan, items } = await planned(receipt)
  expect(items.map(({ verdict, reason }) => `${verdict} ${reason.code}`).sort()).toEqual([
    'act comes-back',
    ...KINDS.map(() => 'act comes-back-but'),
  ])
  for (const kind of KINDS)
    expect(items.filter(({ reason }) => reason.message.includes(`${nameOf(kind)}: `))).toHaveLength(1)
  const restored = await lab.run(plan)
  expect(restored).toMatchObject({ state: 'done', done: ids.length })
  expect(outcomesOf(restored).filter(([, note]) => note === undefined)).toHaveLength(1)
  const after = captureHome(lab.home.path)
  expect([after.rows, after.found]).toEqual([before.rows, before.found])
  expect(after.files).toEqual(without(before.files, KINDS.map(nameOf)))
  expect(readFileSync(outside, 'utf8')).toBe('not ours')
})

it('folders come back only if nothing in them was changed', async () => {
  const more: Readonly<Record<string, (path: string) => void>> = {
    'link-inside': (path) => symlinkSync(outside, join(path, 'objects', 'link')),
    'link-for-file': (path) => {
      rmSync(join(path, 'HEAD'))
      symlinkSync(outside, join(path, 'HEAD'))
    },
    'fewer-files': (path) => keepTimes(path, () => rmSync(join(path, 'description'), { force: true })),
  }
  const tamperings = { ...TAMPERINGS, ...more }
  const v1 = { layout: 'v1', workdir: 'orphan', touchedMs: old, bytesPerCommit: 300 } as const
  const kinds = Object.keys(tamperings)
  open({ checkpoints: [...kinds, 'fine'].map((name) => ({ ...v1, name })) })
  const before = captureHome(lab.home.path)
  const receipt = await lab.run(await lab.plan(stepsOf('checkpoints'), 'trash'))
  expect(receipt.done).toBe(kinds.length + 1)
  const idOf = (name: string) => made.checkpointIds.get(name) ?? ''
  for (const kind of kinds) tamperings[kind]?.(inTrash(receipt, 'checkpoints', idOf(kind)), outside)

  const { plan, items } = await planned(receipt)
  expect(items.filter(({ verdict }) => verdict === 'act').map(({ reason }) => reason.code)).toEqual([
    'comes-back',
  ])
  expect(items.map(({ reason }) => reason.code).sort()).toEqual([
    ...kinds.filter((kind) => kind !== 'gone').map(() => 'changed-in-trash'),
    'comes-back',
    'not-kept',
  ])
  await lab.run(plan)
  expect(captureHome(lab.home.path).files).toEqual(without(before.files, kinds.map(idOf)))
  expect(readFileSync(outside, 'utf8')).toBe('not ours')
})

it('histories come back only if git has every object of them', async () => {
  const v2 = { layout: 'v2', workdir: 'orphan', touchedMs: old, commits: 2, bytesPerCommit: 3_000 } as const
  const kinds = ['commit-gone', 'file-gone', 'ref-moved', 'ref-gone', 'index-linked', 'fine']
  open({ checkpoints: kinds.map((name) => ({ ...v2, name })) })
  const store = join(lab.home.path, 'checkpoints', 'store')
  const inStore = (...args: string[]) => git(args, { gitDir: store, atMs: Date.now() })
  const idOf = (name: string) => made.checkpointIds.get(name) ?? ''
  const tipOf = (name: string) => inStore('rev-parse', `refs/hermes/${idOf(name)}`)
  const tips = new Map(kinds.map((name) => [name, tipOf(name)]))
  const blob = inStore(
    'rev-parse',
    `${tips.get('file-gone')}~1:${inStore('ls-tree', '-r', '--name-only', `${tips.get('file-gone')}~1`).split('\n')[0]}`,
  )
  const receipt = await lab.run(await lab.plan(stepsOf('checkpoints'), 'trash'))
  expect(receipt.done).toBe(kinds.length)
  const refOf = (name: string) => `refs/steward-trash/${receipt.id}/${idOf(name)}`
  // As it is after Hermes collected garbage, with what speeds git up. Every object is loose.
  inStore('commit-graph', 'write', '--reachable')
  const dropObject = (id: string) => rmSync(join(store, 'objects', id.slice(0, 2), id.slice(2)))
  dropObject(tips.get('commit-gone') ?? '')
  dropObject(blob)
  inStore('update-ref', refOf('ref-moved'), tips.get('fine') ?? '')
  inStore('update-ref', '-d', refOf('ref-gone'))
  const index = inTrash(receipt, 'checkpoints', 'store', 'indexes', idOf('index-linked'))
  rmSync(index)
  symlinkSync(outside, index)

  const { plan, items } = await planned(receipt)
  const codes = new Map(items.map(({ id, reason }) => [id, reason.code]))
  const byId = new Map(
    readBatches(lab.store, receipt.id).flatMap(({ items: all }) =>
      all.flatMap(({ id, target }) =>
        target.kind === 'project' ? [[target.id, codes.get(id)] as const] : [],
      ),
    ),
  )
  expect(kinds.map((name) => byId.get(idOf(name)))).toEqual([
    'changed-in-trash',
    'changed-in-trash',
    'changed-in-trash',
    'not-kept',
    'changed-in-trash',
    'comes-back',
  ])
  expect(await lab.run(plan)).toMatchObject({ state: 'done', done: 1, total: 1 })
  expect(inStore('for-each-ref', '--format=%(objectname)', 'refs/hermes')).toBe(tips.get('fine'))
  expect(readFileSync(outside, 'utf8')).toBe('not ours')
})

it('a home that was copied comes back, and the plan says what could not be compared', async () => {
  const v1 = { layout: 'v1', workdir: 'orphan', touchedMs: old, bytesPerCommit: 300 } as const
  const file = { kind: 'transcript', modifiedMs: old } as const
  open({
    files: [
      { ...file, id: '20260101_080000_small', bytes: 3_000 },
      { ...file, id: '20260101_080000_smallbad', bytes: 3_000 },
      { ...file, id: '20260101_080000_large', bytes: 3_000_000 },
      { ...file, id: '20260101_080000_largebad', bytes: 3_000_000 },
    ],
    checkpoints: [{ ...v1, name: 'fine' }],
  })
  const before = captureHome(lab.home.path)
  const receipt = await lab.run(await lab.plan(stepsOf('orphan-files', 'checkpoints'), 'trash'))
  const copy = `${lab.home.path}-copy`
  execFileSync('cp', ['-a', lab.home.path, copy])
  rmSync(lab.home.path, { recursive: true })
  renameSync(copy, lab.home.path)
  const trashed = readdirSync(inTrash(receipt, 'sessions'))
  const bad = trashed.filter((name) => name.includes('bad'))
  for (const name of bad) {
    const path = inTrash(receipt, 'sessions', name)
    if (name.includes('small')) TAMPERINGS.rewritten?.(path, outside)
    else TAMPERINGS.shortened?.(path, outside)
  }
  const { plan, items } = await planned(receipt)
  expect(items.map(({ verdict, reason }) => `${verdict} ${reason.code}`).sort()).toEqual([
    'act comes-back',
    'act comes-back-uncompared',
    'act comes-back-uncompared',
    'keep changed-in-trash',
    'keep changed-in-trash',
  ])
  expect(await lab.run(plan)).toMatchObject({ state: 'done', done: 3 })
  expect(captureHome(lab.home.path).files).toEqual(without(before.files, bad))
})

it.each(['chown', 'chmod'])(
  'a home of which only owners or modes were set again comes back: %s -R',
  async (command) => {
    const v1 = { layout: 'v1', workdir: 'orphan', touchedMs: old, bytesPerCommit: 300 } as const
    const file = { kind: 'transcript', modifiedMs: old } as const
    open({
      files: [
        { ...file, id: '20260101_080000_small', bytes: 3_000 },
        { ...file, id: '20260101_080000_large', bytes: 3_000_000 },
      ],
      checkpoints: [{ ...v1, name: 'fine' }],
    })
    const before = captureHome(lab.home.path)
    const receipt = await lab.run(await lab.plan(stepsOf('orphan-files', 'checkpoints'), 'trash'))
    // As the refusal of another owner's home says. Every time of change is a new one, whatever was set.
    const rights = command === 'chown' ? String(process.getuid?.()) : 'u+r'
    execFileSync(command, ['-R', rights, lab.home.path])
    const { plan, items } = await planned(receipt)
    expect(items.map(({ verdict, reason }) => `${verdict} ${reason.code}`).sort()).toEqual([
      'act comes-back',
      'act comes-back-uncompared',
      'act comes-back-uncompared',
    ])
    expect(await lab.run(plan)).toMatchObject({ state: 'done', done: 3 })
    expect(captureHome(lab.home.path).files).toEqual(before.files)
  },
)

it('a receipt without fingerprints is restored after every other check, and the plan says so', async () => {
  const names = [...KINDS, 'fine'].map((kind) => `20260101_080000_${kind}`)
  const times = { startedMs: old, endedMs: old + HOUR_MS, messages: 3 }
  open({
    sessions: [{ id: 'lone', ...times }],
    files: names.map((id) => ({ kind: 'transcript', id, bytes: 3_000, modifiedMs: old }) as const),
  })
  const receipt = await lab.run(await lab.plan(EVERYTHING, 'trash'))
  lab.store.db.exec('UPDATE batch SET sha256 = NULL; UPDATE receipt_item SET kept = NULL')
  const kinds = ['linked', 'other', 'shortened', 'gone']
  for (const name of readdirSync(inTrash(receipt, 'sessions')))
    TAMPERINGS[kinds.find((kind) => name.includes(kind)) ?? '']?.(inTrash(receipt, 'sessions', name), outside)
  const { plan, items } = await planned(receipt)
  expect(items.filter(({ verdict }) => verdict === 'keep')).toHaveLength(kinds.length)
  for (const { reason } of items.filter(({ verdict }) => verdict === 'act'))
    expect(reason).toEqual({
      code: 'comes-back-uncompared',
      message: 'It comes back. Its content could not be checked.',
    })
  expect(plan.totals.byReason.map(({ code }) => code)).toContain('comes-back-uncompared')
  const restored = await lab.run(plan)
  expect(restored).toMatchObject({ state: 'done', done: items.length - kinds.length })
  expect(readOutcomes(lab.store, restored.id, { cursor: null, limit: 1, outcome: 'failed' })).toMatchObject({
    value: { items: [] },
  })
})
