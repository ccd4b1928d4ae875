/** Cleanups on a small file system that is filled to the last byte. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOnSmallDisk } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FULL_DISK_TOOLS, runOnFullDisk } from '../../testing/torture/full-disk.ts'

let temp: TempHome
let disk: string
beforeEach(() => {
  temp = tempHome()
  disk = join(temp.root, 'disk')
  mkdirSync(disk)
})
afterEach(() => temp.cleanup())

const onDisk = (script: string): unknown => runOnSmallDisk(disk, FULL_DISK_TOOLS + script, 8)

const ELSEWHERE = { notes: "disk + '-data'", home: 'home' }

const RUN = (disposition: string, { notes, home }: typeof ELSEWHERE, left = 0) => `
  tinyHome(${home}, Date.now())
  fs.writeFileSync(${home} + '/sessions/session_20260102_080000_0rphan.json',
    (await import('node:crypto')).randomBytes(1_500_000))
  fs.utimesSync(${home} + '/sessions/session_20260102_080000_0rphan.json', 1_767_000_000, 1_767_000_000)
  const before = captureHome(${home})
  const lab = cleanLab(${home}, ${notes})
  const plan = await lab.plan(EVERYTHING, '${disposition}')
  fill(${left})
  const free = fs.statfsSync(disk).bavail
  const { id } = await lab.run(plan)
  const items = readBatches(lab.store, id).flatMap((batch) => batch.items)
  const found = {}
  for (const { kind, outcome } of items) (found[kind] ??= new Set()).add(outcome.code ?? outcome.kind)
  const outcomes = Object.fromEntries(Object.entries(found).map(([kind, codes]) => [kind, [...codes].sort().join()]))
  const words = items.map(({ outcome }) => outcome.message).find((message) => /needs up to/.test(message ?? ''))
  makeRoom()
  await recoverRuns(lab.tools)
  const wrong = await crashSafetyProblems(lab, id, before, { temporaryFiles: false })
  console.log(JSON.stringify({ free, outcomes, words, wrong }))
`

const NEEDS =
  /^The disk is full\. Keeping this needs up to \S+ \S+ in \S+; \S+ \S+ are free there\. Deleting files needs no room, and makes some\./

describe('the disk of the home has no byte left', () => {
  it('delete removes everything: files go first and free the space that rows need', () => {
    expect(onDisk(RUN('delete', ELSEWHERE))).toEqual({
      free: 0,
      outcomes: {
        file: 'done',
        folder: 'done',
        leak: 'done',
        project: 'done',
        route: 'done',
        session: 'done',
      },
      wrong: [],
    })
  })

  it('everything can be trashed if STEWARD_DATA is on the same disk and has a disk reserve', () => {
    const answer = onDisk(`
      const { releaseDiskReserve } = await load('lib/platform/disk-reserve.ts')
      tinyHome(home, Date.now())
      const before = captureHome(home)
      const lab = cleanLab(home, data)
      fs.writeFileSync(data + '/room-for-a-full-disk', Buffer.alloc(3_000_000, 1))
      const plan = await lab.plan(EVERYTHING, 'trash')
      // The last bytes, once Steward's WAL has been checkpointed.
      lab.store.db.pragma('wal_checkpoint(TRUNCATE)')
      fill(0)
      const free = fs.statfsSync(disk).bavail
      // As the executor does on approval.
      const released = releaseDiskReserve(data)
      const { id: receiptId } = await lab.run(plan)
      const found = {}
      for (const { kind, outcome } of readBatches(lab.store, receiptId).flatMap((batch) => batch.items))
        (found[kind] ??= new Set()).add(outcome.code ?? outcome.kind)
      const outcomes = Object.fromEntries(Object.entries(found).map(([kind, codes]) => [kind, [...codes].join()]))
      makeRoom()
      const wrong = await crashSafetyProblems(lab, receiptId, before, { temporaryFiles: false })
      console.log(JSON.stringify({ free, released, outcomes, wrong }))
    `)
    const all = ['file', 'folder', 'leak', 'project', 'route', 'session']
    expect(answer).toEqual({
      free: 0,
      released: true,
      outcomes: Object.fromEntries(all.map((kind) => [kind, 'done'])),
      wrong: [],
    })
  })

  it('files and folders can be trashed, and items whose save needs space are kept, reporting how much', () => {
    expect(onDisk(RUN('trash', ELSEWHERE))).toEqual({
      free: 0,
      outcomes: {
        file: 'done',
        folder: 'done',
        leak: 'no-space',
        project: 'git-failed',
        route: 'no-space',
        session: 'no-space',
      },
      words: expect.stringMatching(NEEDS),
      wrong: [],
    })
  })
})

describe('the disk of STEWARD_DATA is full', () => {
  it('archive skips what does not fit and reports the space it needs', () => {
    const hereOnly = { notes: 'data', home: "disk + '-home'" }
    expect(onDisk(RUN('archive', hereOnly, 1_000_000))).toMatchObject({
      outcomes: { file: expect.stringContaining('no-space') },
      words: expect.stringMatching(NEEDS),
      wrong: [],
    })
  })

  it('a plan cannot be made and the error says so, but with a disk reserve it can', () => {
    const answer = onDisk(`
      tinyHome(disk + '-home', Date.now())
      const lab = cleanLab(disk + '-home', data)
      const plan = () => lab.plan(EVERYTHING, 'delete').then(({ id }) => typeof id, ({ message }) => message)
      fs.writeFileSync(data + '/room-for-a-full-disk', Buffer.alloc(2_000_000, 1))
      fill(0)
      const withRoom = await plan()
      fill(0)
      const answers = []
      for (let tries = 0; tries < 40 && answers.at(-1) === undefined; tries += 1) {
        const said = await plan()
        if (said !== 'string') answers.push(said)
      }
      console.log(JSON.stringify({ withRoom, without: answers[0] }))
    `)
    expect(answer).toEqual({
      withRoom: 'string',
      without: expect.stringMatching(/store-unavailable.*(full|disk)/),
    })
  })
})

it('a run whose journal cannot be written says what it waits for, and is settled once there is space', () => {
  const answer = onDisk(`
    const { readReceiptPage } = await load('lib/service/reports/read-history.ts')
    tinyHome(disk + '-home', Date.now())
    const lab = cleanLab(disk + '-home', data)
    const id = lab.approve(await lab.plan(EVERYTHING, 'delete'))
    const note = () => readReceiptPage(lab.tools, { id, outcome: null, cursor: null, limit: 1 }).value.receipt.note
    const before = note()
    fill(0)
    const failed = await runReceipt(lab.tools, lab.home, id).then(() => null, ({ code }) => code)
    const again = await recoverRuns(lab.tools).then(() => null, ({ errors }) => errors[0].cause.code)
    const { state, done } = readReceipt(lab.store, id)
    const waiting = note()
    makeRoom()
    await recoverRuns(lab.tools)
    const settled = readReceipt(lab.store, id).state
    console.log(JSON.stringify({ before, failed, again, state, done, waiting, settled, after: note() }))
  `)
  expect(answer).toEqual({
    before: null,
    failed: 'SQLITE_FULL',
    again: 'SQLITE_FULL',
    state: 'running',
    done: 0,
    waiting: `Waiting: the disk of ${join(disk, 'data')} is full. Free at least 16.0 MB there. Steward tries again every minute.`,
    settled: 'rolled-back',
    after: null,
  })
})

it.each(['trash', 'archive', 'delete'] as const)(
  '%s, with home and STEWARD_DATA on one disk that fills up during the run: nothing is lost or half done',
  (disposition) => {
    const runs = runOnFullDisk(disk, disposition, [0, 40_000, 120_000, 300_000])
    expect(runs.filter(({ wrong }) => wrong.length > 0)).toEqual([])
    expect(runs.some(({ ending }) => ending !== 'done')).toBe(true)
  },
)
