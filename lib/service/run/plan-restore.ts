/** A restore is a plan like any other: it lists what would come back and what cannot, and why, before anything is written. */
import { createHash, randomUUID } from 'node:crypto'
import { hasSession } from '../../collect/has-session.ts'
import type { HomeRef } from '../../domain/home.ts'
import { digestLines, freeze } from '../../domain/plan/make-plan.ts'
import type { Plan, PlanItem, Reason } from '../../domain/plan/plan.ts'
import type { InnerPath, Target } from '../../domain/plan/target.ts'
import { totalsOf } from '../../domain/plan/total-items.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/journal.ts'
import { savePlan } from '../../store/plans.ts'
import { readReceipt, type StoredReceipt } from '../../store/receipts.ts'
import { readStateDb } from '../read-database-side.ts'
import type { RunTools } from './open-run.ts'

export type RestoreRefused = {
  readonly code: 'no-such-receipt' | 'no-such-home' | 'still-running' | 'not-kept' | 'is-restore'
  readonly message: string
}

export function planRestore(
  tools: RunTools,
  receiptId: string,
  by: string,
): Result<{ readonly planId: string }, RestoreRefused> {
  const receipt = readReceipt(tools.store, receiptId)
  if (receipt === null) return refuse('no-such-receipt')
  if (receipt.state === 'running') return refuse('still-running')
  if (receipt.kind === 'restore') return refuse('is-restore')
  const home = tools.homeOf(receipt.homeId)
  if (home === null) return refuse('no-such-home')
  const items = itemsToRestore(tools, home, receipt)
  if (receipt.disposition === 'delete' && !items.some(({ verdict }) => verdict === 'prune'))
    return refuse('not-kept')
  const plan = toPlan(tools, home, receipt, items, by)
  savePlan(tools.store, plan, items.map(freeze))
  return ok({ planId: plan.id })
}

function itemsToRestore(tools: RunTools, home: HomeRef, receipt: StoredReceipt): PlanItem[] {
  const isThere = sessionsThere(home)
  return readBatches(tools.store, receipt.id).flatMap(({ items }) =>
    items.flatMap(({ itemId, kind, label, bytes, together, target, outcome }): PlanItem[] => {
      if (outcome?.kind !== 'done') return []
      const why = whyNot(home, receipt, target, isThere)
      return [
        {
          id: itemId,
          step: 0,
          kind,
          key: `${receipt.id}:${itemId}`,
          label,
          verdict: why === null ? 'prune' : 'keep',
          reason: why ?? COMES_BACK,
          bytes,
          apparentBytes: bytes,
          rowBytes: null,
          together,
          lastActiveMs: null,
          target: why === null ? target : null,
        },
      ]
    }),
  )
}

/** Null: it comes back. The run looks again, and at every row and file. */
function whyNot(
  home: HomeRef,
  { disposition, keptBytes }: StoredReceipt,
  target: Target,
  isThere: (id: string) => boolean,
): Reason | null {
  const isGone = disposition === 'delete' || (keptBytes === 0 && !KEPT_IN_JOURNAL.has(target.kind))
  switch (target.kind) {
    case 'session':
      if (isGone) return NOT_KEPT
      if (isThere(target.sessionId)) return IS_THERE
      return target.files.every(({ path }) => isFree(home, path)) ? null : TAKEN
    case 'file':
      return isGone ? NOT_KEPT : isFree(home, target.file.path) ? null : TAKEN
    case 'folder':
      return isGone ? NOT_KEPT : isFree(home, target.path) ? null : TAKEN
    case 'project':
      return isGone ? NOT_KEPT : null
    case 'leak':
      return isThere(target.sessionId) ? null : ROW_GONE
    case 'route':
      return null
    case 'database':
      return NOTHING_TO_RESTORE
    default:
      return assertNever(target)
  }
}

/** These cost no disk: what they were is written in the journal. */
const KEPT_IN_JOURNAL: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['leak', 'route', 'project'])

const isFree = (home: HomeRef, path: InnerPath): boolean => isPlaceFree(home.path, path)

function sessionsThere(home: HomeRef): (id: string) => boolean {
  return (id) => {
    const read = readStateDb(home.path, (db) => hasSession(db, id))
    return read.ok && read.value
  }
}

function toPlan(
  { now }: RunTools,
  home: HomeRef,
  receipt: StoredReceipt,
  items: readonly PlanItem[],
  by: string,
): Plan {
  const frozen = { homePath: receipt.homePath, steps: [], disposition: receipt.disposition }
  const hash = createHash('sha256').update(receipt.id)
  for (const line of digestLines(frozen, items.map(freeze))) hash.update(line)
  return {
    ...frozen,
    id: randomUUID(),
    homeId: home.id,
    createdAtMs: now(),
    expiresAtMs: now() + HOUR_MS,
    digest: hash.digest('hex'),
    totals: totalsOf(
      items.map((item) => ({ ...item, group: item.reason.message })),
      [],
    ),
    refusals: [],
    createdBy: by,
    disk: { freeBytes: null, growthBytesPerDay: null },
    restores: receipt.id,
  }
}

const reason = (code: string, message: string): Reason => ({ code, message })
const COMES_BACK = reason('comes-back', 'It comes back as it was.')
const NOT_KEPT = reason('not-kept', 'Nothing was kept of it, or what was kept has expired.')
const IS_THERE = reason('is-there', 'A session of this id is in the home again.')
const TAKEN = reason('place-taken', 'Something else lies in its place now, and nothing is written over.')
const ROW_GONE = reason('row-gone', 'Its row is gone, so there is nothing to open again.')
const NOTHING_TO_RESTORE = reason('nothing-to-restore', 'A compaction changes no row and no file.')

const WORDS: Readonly<Record<RestoreRefused['code'], string>> = {
  'no-such-receipt': 'There is no receipt of this id.',
  'no-such-home': 'The home of this receipt is not there any more.',
  'still-running': 'The run has not ended yet. Stop it, or wait for it.',
  'not-kept': 'This run deleted for good. There is no trash and no archive to bring anything back from.',
  'is-restore': 'This receipt is of a restore. What it brought back is in the home; plan a cleanup for it.',
}

const refuse = (code: RestoreRefused['code']) => failed({ code, message: WORDS[code] })
