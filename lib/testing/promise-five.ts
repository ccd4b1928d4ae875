/**
 * Promise 5, held against a home after anything happened to a run: every item is untouched, can be brought back, or is on
 * record as deleted by consent; nothing else changed, nothing is half, and the receipt says what failed in words.
 */
import type { InnerPath, Target } from '../domain/plan/target.ts'
import { planRestore } from '../service/run/plan-restore.ts'
import { readBatches } from '../store/journal.ts'
import { readPlan } from '../store/plans.ts'
import { readReceipt, type StoredReceipt } from '../store/receipts.ts'
import type { CleanLab } from './clean-lab.ts'
import { homePicture } from './home-picture.ts'
import { findFaults } from './home-rows.ts'

export type Picture = ReturnType<typeof homePicture>

/** What is wrong, in words; empty where the promise is kept. */
export async function brokenPromises(
  lab: CleanLab,
  receiptId: string,
  before: Picture,
  allowed: { readonly temporaryFiles: boolean },
): Promise<string[]> {
  const receipt = readReceipt(lab.store, receiptId)
  if (receipt === null) return ['there is no receipt']
  const wrong = [...countsOf(receipt), ...wordsOf(lab, receiptId)]
  wrong.push(...findFaults(lab.home.path).map((fault) => `damaged: ${fault}`))
  if (receipt.state === 'running') return wrong
  if (receipt.disposition === 'delete') {
    wrong.push(...halvesOf(lab, receiptId, before, allowed.temporaryFiles))
    return wrong
  }
  const hasMore = receipt.done > 0 && whatComesBack(lab, receiptId) > 0
  if (hasMore) {
    const restored = await lab.restore(receiptId)
    wrong.push(...wordsOf(lab, restored.id))
    if (restored.state !== 'done') wrong.push(`the restore ended ${restored.state}`)
  }
  return [...wrong, ...differencesOf(before, homePicture(lab.home.path), allowed.temporaryFiles)]
}

function whatComesBack({ tools, store }: CleanLab, receiptId: string): number {
  const planned = planRestore(tools, receiptId, 'a look')
  const plan = planned.ok ? readPlan(store, planned.value.planId, Date.now()) : null
  return plan?.totals.prune.items ?? 0
}

function countsOf({ state, total, done, skipped, failed }: StoredReceipt): string[] {
  const wrong = state === 'running' ? ['the receipt is still open'] : []
  if (done + skipped + failed !== total)
    wrong.push(`${total} items, but ${done} done, ${skipped} skipped, ${failed} failed`)
  return wrong
}

/** Plain words: a sentence, and no name of a class or function. */
function wordsOf({ store }: CleanLab, receiptId: string): string[] {
  return readBatches(store, receiptId).flatMap(({ items }) =>
    items.flatMap(({ label, outcome }) => {
      if (outcome === null) return [`${label} has no outcome`]
      if (outcome.kind === 'done') return []
      const isSaid =
        /[A-Z].* .*\./s.test(outcome.message) && !/undefined|\[object| {4}at /.test(outcome.message)
      return isSaid ? [] : [`${label}: «${outcome.message}» says nothing`]
    }),
  )
}

function differencesOf(before: Picture, after: Picture, temporaryFiles: boolean): string[] {
  const wrong: string[] = []
  for (const [table, rows] of before.rows) {
    const now = new Set(after.rows.get(table) ?? [])
    const lost = rows.filter((row) => !now.has(row)).length
    if (lost > 0 || now.size !== new Set(rows).size) wrong.push(`${table}: ${lost} rows did not come back`)
  }
  if (JSON.stringify([...before.found]) !== JSON.stringify([...after.found]))
    wrong.push('search finds others')
  wrong.push(...minus(before.files, after.files).map((line) => `lost: ${line}`))
  wrong.push(...addedOf(before, after, temporaryFiles))
  if (JSON.stringify(before.checkpoints) !== JSON.stringify(after.checkpoints))
    wrong.push(
      `checkpoints: ${JSON.stringify(before.checkpoints)} became ${JSON.stringify(after.checkpoints)}`,
    )
  return wrong
}

const minus = (all: readonly string[], some: readonly string[]): string[] => {
  const gone = new Set(some)
  return all.filter((line) => !gone.has(line))
}

/** A temporary name beside the routing index is one that Hermes leaves as well, and that a cleanup offers. */
const TEMPORARY = /^\/sessions\/\.sessions_\S+\.tmp /

const addedOf = (before: Picture, after: Picture, temporaryFiles: boolean): string[] =>
  minus(after.files, before.files)
    .filter((line) => !ROUTES.test(line) && !(temporaryFiles && TEMPORARY.test(line)))
    .map((line) => `new: ${line}`)

const ROUTES = /^\/sessions\/sessions\.json /

/** Deleted by consent means wholly gone, but for what the note names; everything else is wholly there. */
function halvesOf(lab: CleanLab, receiptId: string, before: Picture, temporaryFiles: boolean): string[] {
  const after = homePicture(lab.home.path)
  const wrong: string[] = []
  const mayBeGone: InnerPath[] = []
  for (const { items } of readBatches(lab.store, receiptId))
    for (const { target, outcome, label } of items) {
      const isDone = outcome?.kind === 'done'
      const note = isDone ? (outcome.note ?? '') : ''
      const paths = pathsOf(target)
      if (isDone) mayBeGone.push(...paths)
      for (const path of paths) {
        const [was, is] = [linesAt(before, path), linesAt(after, path)]
        if (!isDone && minus(was, is).length > 0)
          wrong.push(`${label} was left alone, and ${path.join('/')} is gone`)
        if (isDone && is.length > 0 && !note.includes(path.at(-1) ?? ''))
          wrong.push(`${label} is deleted, and ${path.join('/')} is left`)
      }
      if (target.kind === 'session') wrong.push(...halfRows(before, after, target.sessionId, isDone, label))
    }
  const unplanned = minus(before.files, after.files).filter(
    (line) => !ROUTES.test(line) && !mayBeGone.some((path) => isAt(line, path)),
  )
  return [...wrong, ...unplanned.map((line) => `lost: ${line}`), ...addedOf(before, after, temporaryFiles)]
}

function pathsOf(target: Target): InnerPath[] {
  if (target.kind === 'session') return target.files.map(({ path }) => path)
  if (target.kind === 'file') return [target.file.path]
  if (target.kind === 'folder') return [target.path]
  if (target.kind !== 'project') return []
  const store = ['checkpoints', 'store']
  return [
    [...store, 'indexes', target.id],
    [...store, 'projects', `${target.id}.json`],
    [...store, 'ledgers', `${target.id}.json`],
  ]
}

const isAt = (line: string, path: InnerPath): boolean => {
  const place = `/${path.join('/')}`
  return line.startsWith(`${place} `) || line.startsWith(`${place}/`)
}

const linesAt = ({ files }: Picture, path: InnerPath): string[] => files.filter((line) => isAt(line, path))

function halfRows(before: Picture, after: Picture, id: string, isDone: boolean, label: string): string[] {
  const own = `|'${id}'`
  const rowsOf = ({ rows }: Picture) =>
    ['sessions', 'messages'].flatMap((table) =>
      (rows.get(table) ?? []).filter((row) =>
        table === 'sessions' ? row.split('|')[2] === `'${id}'` : row.includes(own),
      ),
    )
  const [was, is] = [rowsOf(before), rowsOf(after)]
  if (isDone && is.length > 0) return [`${label} is deleted, and ${is.length} rows of it are left`]
  if (!isDone && is.length !== was.length) return [`${label} was left alone, and rows of it are gone`]
  return []
}
