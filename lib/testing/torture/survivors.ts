/**
 * A run changes nothing except what it removed, for any home, selection and disposition: a home with one of
 * everything and random related sessions, a plan for all of it with some items unticked, and a complete run.
 */
import fc from 'fast-check'
import { DISPOSITIONS, type Disposition } from '../../domain/plan/action.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { captureHome } from '../capture-home.ts'
import { cleanLab, dataBeside, EVERYTHING } from '../clean-lab.ts'
import type { FileSpec, SessionSpec } from '../home/spec.ts'
import { findFaults } from '../home-rows.ts'
import { tinyHome } from '../presets/tiny-home.ts'
import { type HomeState, unexpectedChanges } from './unexpected-changes.ts'

type SurvivorsCase = {
  readonly disposition: Disposition
  readonly relatives: readonly Relative[]
  /** Whether an item is unticked, one value for each item of the plan, repeated. */
  readonly unticked: readonly boolean[]
}

type Relative = {
  /** Which of the earlier ones, from 0. Null or beyond means none. */
  readonly parent: number | null
  readonly link: 'compression' | 'delegate' | 'branch'
  readonly isEnded: boolean
  readonly messages: number
  readonly files: readonly ('transcript' | 'request-dump')[]
}

const anyRelative: fc.Arbitrary<Relative> = fc.record({
  parent: fc.option(fc.nat({ max: 5 }), { freq: 4 }),
  link: fc.constantFrom('compression', 'delegate', 'branch'),
  isEnded: fc.integer({ min: 0, max: 7 }).map((side) => side > 0),
  messages: fc.integer({ min: 0, max: 4 }),
  files: fc.subarray(['transcript', 'request-dump'] as const),
})

export const anySurvivorsCase: fc.Arbitrary<SurvivorsCase> = fc.record({
  disposition: fc.constantFrom(...DISPOSITIONS),
  relatives: fc.array(anyRelative, { maxLength: 6 }),
  unticked: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
})

/** Problems as text, and how much was removed and kept, so that no test is empty. */
export async function survivorsOf(path: string, { disposition, relatives, unticked }: SurvivorsCase) {
  const nowMs = Date.now()
  tinyHome(path, nowMs, {
    sessions: relatives.map((each, at) => sessionOf(relatives, each, at, nowMs)),
    files: relatives.flatMap((each, at) => filesOf(each, at, nowMs)),
  })
  const before = captureHome(path)
  const lab = cleanLab(path, dataBeside(path))
  try {
    const plan = await lab.plan(EVERYTHING, disposition)
    const all = readRunItems(lab.store, plan.id, []).map(({ id }) => id)
    const chosen = all.filter((_, at) => unticked[at % unticked.length])
    // What belongs to an unticked item stays too, and the approval names what is left.
    const going = new Set(readRunItems(lab.store, plan.id, chosen).map(({ id }) => id))
    if (going.size === 0) return { taken: 0, wrong: [] }
    const except = all.filter((id) => !going.has(id))
    const receipt = await lab.run(plan, except)
    const items = readBatches(lab.store, receipt.id).flatMap((batch) => batch.items)
    return { taken: receipt.done, wrong: wrongOf(before, path, items) }
  } finally {
    lab.store.close()
  }
}

const wrongOf = (
  before: HomeState,
  path: string,
  items: Parameters<typeof unexpectedChanges>[2],
): string[] => [
  ...findFaults(path).map((fault) => `damaged: ${fault}`),
  ...unexpectedChanges(before, captureHome(path), items),
  ...items.flatMap(({ outcome }) =>
    outcome?.kind === 'done' ? [] : [`not done: ${JSON.stringify(outcome)}`],
  ),
]

const idOf = (at: number): string => `kin_${at}`

function sessionOf(relatives: readonly Relative[], each: Relative, at: number, nowMs: number): SessionSpec {
  const parentId = each.parent !== null && each.parent < at ? idOf(each.parent) : null
  const isContinued = relatives.some(
    ({ parent, link }, later) => later > at && parent === at && link === 'compression',
  )
  const startedMs = nowMs - (30 - at) * DAY_MS
  return {
    id: idOf(at),
    startedMs,
    endedMs: each.isEnded ? startedMs + HOUR_MS : null,
    ...(each.isEnded ? { endReason: isContinued ? 'compression' : 'cli_close' } : {}),
    messages: each.messages,
    systemPrompt: `Prompt ${at % 2}`,
    ...(parentId === null ? {} : { parentId }),
    ...(parentId !== null && each.link === 'delegate'
      ? { source: 'subagent', modelConfig: { _delegate_from: parentId } }
      : {}),
  }
}

const filesOf = ({ files }: Relative, at: number, nowMs: number): FileSpec[] =>
  files.map((kind) => ({ kind, id: idOf(at), bytes: 3_000 + at, modifiedMs: nowMs - 25 * DAY_MS }))
