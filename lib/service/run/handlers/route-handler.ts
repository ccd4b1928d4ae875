/**
 * Removes entries from both copies of the gateway's index, because one left in either would come back. They
 * are small, so the journal stores them.
 */
import type { RunItem } from '../../../domain/plan/plan.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { RouteTarget } from '../../../domain/plan/target.ts'
import { done, skipped, UNFINISHED } from '../../../execute/files/outcomes.ts'
import {
  type RoutesBefore,
  type RoutesFile,
  readRoutesFile,
  replaceRoutesFile,
  routesBefore,
} from '../../../execute/routes/routes-file.ts'
import {
  insertEntries,
  removeEntries,
  type SavedRoute,
  takenEntries,
} from '../../../execute/routes/sessions-json.ts'
import type { HomeWriter } from '../../../execute/rows/open-writer.ts'
import {
  removeRoutes,
  restoreRoutes,
  savedKey,
  saveRoutes,
  takenRoutes,
} from '../../../execute/rows/routes-table.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy } from '../run.ts'

type RouteItem = RunItem<RouteTarget>
export type SavedRoutes = {
  readonly file: readonly SavedRoute[]
  readonly table: readonly string[]
  /** Missing in the journals of earlier versions. */
  readonly before?: RoutesBefore | null
}

export const routeHandler: ItemHandler<RouteTarget> = {
  remove: async (run, { items }, begin) => {
    const both = openBoth(run, items)
    if (!both.ok) return allOf(items, both.fault)
    const { file, writer } = both.value
    const outcomes: ItemOutcomes = new Map()
    const assessed = file === null ? null : removeEntries(file.json, inFile(items))
    for (const [at, { id }] of items.filter(({ target }) => target.inFile).entries()) {
      const outcome = assessed?.outcomes[at] ?? skipped('file-gone')
      if (outcome.kind !== 'done') outcomes.set(id, outcome)
    }
    const going = items.filter(({ id }) => !outcomes.has(id))
    const cut = file === null ? null : removeEntries(file.json, inFile(going))
    const saved: SavedRoutes = {
      file: cut?.saved ?? [],
      table: writer === null ? [] : saveRoutes(writer, inTable(going)),
      before: file === null ? null : routesBefore(file),
    }
    begin(JSON.stringify(saved))
    return new Map([...outcomes, ...(await takeBoth(run, going, both.value, saved))])
  },

  resume: async (run, { items }, saved) => {
    const both = openBoth(run, items)
    if (both.ok) return takeBoth(run, items, both.value, parseRoutes(saved))
    if (run.isGatewayRunning() === true) return besideGateway(run, items)
    return allOf(items, isPassing(both.fault) ? OUT_OF_ONE : both.fault)
  },

  restore: async (run, _from, { items, saved }) => {
    const both = openBoth(run, items)
    if (!both.ok) return allOf(items, both.fault)
    const { file, writer } = both.value
    const all = parseRoutes(saved)
    // An entry that cannot be restored to both copies is restored to neither.
    const taken = takenKeys(file, writer, all)
    const wanted = new Set(items.map(({ target }) => target.key).filter((key) => !taken.has(key)))
    const kept = { ...all, table: all.table.filter((line) => wanted.has(savedKey(line))) }
    const outcomes = new Map<string, Outcome>([...taken].map((key) => [key, skipped('place-taken')]))
    const entries = kept.file.filter(({ key }) => wanted.has(key))
    if (file !== null && entries.length > 0) {
      const put = insertEntries(file.json, entries)
      const before = kept.before ?? null
      const written = replaceRoutesFile(run.home.path, file, put.next, { ...stopped(run), before })
      for (const [at, { key }] of entries.entries())
        outcomes.set(key, written.kind === 'done' ? (put.outcomes[at] ?? done(0)) : written)
    }
    if (writer !== null) {
      const rows = await restoreRoutes(writer, kept.table, { stop: run.stop })
      for (const [key, outcome] of rows) if (outcome.kind !== 'done') outcomes.set(key, outcome)
    }
    return new Map(items.map(({ id, target }) => [id, outcomes.get(target.key) ?? done(0)]))
  },
}

/** Keys of removed entries that are in use again, in either copy. Null: a copy that is not there. */
export function takenKeys(
  file: RoutesFile | null,
  database: Pick<HomeWriter, 'reader' | 'tables'> | null,
  kept: SavedRoutes,
): ReadonlySet<string> {
  return new Set([
    ...(file === null ? [] : takenEntries(file.json, kept.file)),
    ...(database === null ? [] : takenRoutes(database, kept.table)),
  ])
}

/** A gateway trusts its table and rewrites the file. Without a table, removing from the file is enough. */
function besideGateway(run: Run, items: readonly RouteItem[]): ItemOutcomes {
  const file = readRoutesFile(run.home.path)
  if (!file.ok) return allOf(items, OUT_OF_ONE)
  const left = new Set(file.value?.json.members.map(({ key }) => key))
  return new Map(
    items.map(({ id, target }) => [id, target.inTable || left.has(target.key) ? GATEWAY : done(0)]),
  )
}

/** Faults that may have passed by the next try. Others need a person. */
const isPassing = (fault: Outcome): boolean =>
  fault === GATEWAY ||
  (fault.kind !== 'done' && /^(E[A-Z]+|no-space|db-locked|db-unwritable)$/.test(fault.code))

type Both = { readonly file: RoutesFile | null; readonly writer: HomeWriter | null }

function openBoth(run: Run, items: readonly RouteItem[]): Result<Both, Outcome> {
  if (run.isGatewayRunning() !== false) return failed(GATEWAY)
  const file = readRoutesFile(run.home.path)
  if (!file.ok) return file
  if (!items.some(({ target }) => target.inTable)) return ok({ file: file.value, writer: null })
  const writer = run.writer()
  return writer.ok ? ok({ file: file.value, writer: writer.value }) : failed(refusedBy(writer.fault))
}

/**
 * Removed from the file first: if killed in between, the table still has the entry and Hermes is unaffected.
 * In the other order Hermes would copy it from the file back into the table.
 */
async function takeBoth(
  run: Run,
  items: readonly RouteItem[],
  { file, writer }: Both,
  saved: SavedRoutes,
): Promise<ItemOutcomes> {
  const written = writeFile(run, file, items)
  if (written.kind !== 'done') return allOf(items, written)
  if (writer === null) return allOf(items, written)
  const rows = await removeRoutes(writer, inTable(items), saved.table, { stop: () => false })
  const stays = items.filter(({ target }) => target.inTable && !isGone(rows.get(target.key)))
  const isBack = stays.length === 0 || putBack(run, new Set(stays.map(({ target }) => target.key)), saved)
  return new Map(
    items.map((item) => {
      const left = rows.get(item.target.key) ?? GATEWAY
      return [item.id, !stays.includes(item) ? written : isBack ? left : OUT_OF_ONE]
    }),
  )
}

/** Puts entries the table kept back into the file. False if the system refuses. */
function putBack(run: Run, keys: ReadonlySet<string>, saved: SavedRoutes): boolean {
  const entries = saved.file.filter(({ key }) => keys.has(key))
  if (entries.length === 0) return true
  const file = readRoutesFile(run.home.path)
  if (!file.ok) return false
  if (file.value === null) return true
  const put = insertEntries(file.value.json, entries)
  const before = saved.before ?? null
  const outcome = replaceRoutesFile(run.home.path, file.value, put.next, { ...stopped(run), before })
  // A gateway started meanwhile rewrites the file from its table.
  return outcome.kind === 'done' || (outcome.kind === 'skipped' && outcome.code !== 'no-space')
}

function writeFile(run: Run, file: RoutesFile | null, going: readonly RouteItem[]): Outcome {
  const targets = inFile(going)
  if (file === null || targets.length === 0) return done(0)
  const cut = removeEntries(file.json, targets)
  return cut.saved.length === 0 ? done(0) : replaceRoutesFile(run.home.path, file, cut.next, stopped(run))
}

const isGone = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'done' || (outcome?.kind === 'skipped' && outcome.code === 'row-gone')

const stopped = (run: Run) => ({ isGatewayStopped: () => run.isGatewayRunning() === false })

const inFile = (items: readonly RouteItem[]): RouteTarget[] =>
  items.flatMap(({ target }) => (target.inFile ? [target] : []))

const inTable = (items: readonly RouteItem[]): RouteTarget[] =>
  items.flatMap(({ target }) => (target.inTable ? [target] : []))

export const parseRoutes = (saved: string | null): SavedRoutes =>
  saved === null ? { file: [], table: [] } : JSON.parse(saved)

const OUT_OF_ONE: Outcome = {
  kind: 'failed',
  code: UNFINISHED,
  message:
    'It is out of sessions.json and still in the table of the database; Hermes goes on by the table, and the next try finishes it.',
}

const GATEWAY: Outcome = {
  kind: 'skipped',
  code: 'in-use',
  message:
    'A gateway runs here, or nobody can tell, and would write its own copy over ours. Stop it: hermes gateway stop.',
}
