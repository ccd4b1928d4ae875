/**
 * Compares a home before and after a run with what the run reports: all of that is gone, and every other row
 * and file is unchanged. Rows that only referred to something removed are allowed to change: a child loses
 * its parent, a prompt is deleted with its last session.
 */
import { areRowsGone } from '../../domain/plan/receipt/files-left.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath, Target } from '../../domain/plan/target.ts'
import type { captureHome } from '../capture-home.ts'
import { asStored, parseRow } from '../home-rows.ts'

export type HomeState = ReturnType<typeof captureHome>
type Row = Readonly<Record<string, string>>
type Taken = { readonly target: Target; readonly outcome: Outcome | null }

/** Problems as text. Empty if nothing else changed. */
export function unexpectedChanges(before: HomeState, after: HomeState, items: readonly Taken[]): string[] {
  const done = items.filter(({ outcome }) => areRowsGone(outcome))
  const targets = done.map(({ target }) => target)
  const wanted = rowsLeft(before, targets)
  const tables = new Set([...wanted.keys(), ...after.rows.keys()])
  return [
    ...[...tables].flatMap((table) =>
      differences(
        table,
        wanted.get(table) ?? [],
        withoutEnds(table, after.rows.get(table)?.map(parseRow), targets),
      ),
    ),
    ...filesWrong(before, after, done),
    ...searchWrong(before, after, targets),
    ...refsWrong(before, after, targets),
  ]
}

const ofKind = <K extends Target['kind']>(targets: readonly Target[], kind: K) =>
  targets.filter((target): target is Extract<Target, { kind: K }> => target.kind === kind)

function rowsLeft({ rows }: HomeState, targets: readonly Target[]): Map<string, Row[]> {
  const gone = new Set(ofKind(targets, 'session').map(({ sessionId }) => asStored(sessionId)))
  const keys = new Set(ofKind(targets, 'route').map(({ key }) => asStored(key)))
  const sessions = rows.get('sessions')?.map(parseRow) ?? []
  const named = (row: Row) => [row.system_prompt_hash, row.tool_names]
  const dropped = new Set(sessions.filter(({ id }) => gone.has(id ?? '')).flatMap(named))
  const used = new Set(sessions.filter(({ id }) => !gone.has(id ?? '')).flatMap(named))
  const stays = (table: string, row: Row): boolean => {
    if (table === 'sessions') return !gone.has(row.id ?? '')
    if (table === 'system_prompts') return !dropped.has(row.hash) || used.has(row.hash)
    if (table === 'gateway_routing') return !keys.has(row.session_key ?? '')
    return !gone.has(row.session_id ?? '')
  }
  const unlinked = (row: Row): Row =>
    gone.has(row.parent_session_id ?? '') ? { ...row, parent_session_id: asStored(null) } : row
  return new Map(
    [...rows].map(([table, texts]) => {
      const left = texts.map(parseRow).filter((row) => stays(table, row))
      return [table, withoutEnds(table, table === 'sessions' ? left.map(unlinked) : left, targets)]
    }),
  )
}

/** The run wrote the end of a closed session; its other columns are compared. */
function withoutEnds(table: string, rows: readonly Row[] = [], targets: readonly Target[]): Row[] {
  const closed = new Set(ofKind(targets, 'leak').map(({ sessionId }) => asStored(sessionId)))
  return rows.map((row) =>
    table === 'sessions' && closed.has(row.id ?? '') ? { ...row, ended_at: '', end_reason: '' } : row,
  )
}

function differences(table: string, wanted: readonly Row[], found: readonly Row[]): string[] {
  const [should, is] = [wanted, found].map((rows) => rows.map((row) => JSON.stringify(row)))
  const lost = minus(should ?? [], is ?? []).map((row) => `${table}: changed or lost: ${row}`)
  return [...lost, ...minus(is ?? [], should ?? []).map((row) => `${table}: changed or left: ${row}`)]
}

/** With counts, so that two equal lines are two. */
function minus(all: readonly string[], some: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of some) counts.set(each, (counts.get(each) ?? 0) + 1)
  return all.filter((each) => {
    const left = counts.get(each) ?? 0
    counts.set(each, left - 1)
    return left <= 0
  })
}

/** A file that could not be removed is named in its session's note or failure. */
function filesWrong(before: HomeState, after: HomeState, done: readonly Taken[]): string[] {
  const taken = done.flatMap(({ target }) => pathsOf(target))
  const noted = done
    .map(({ outcome }) => (outcome?.kind === 'done' ? (outcome.note ?? '') : (outcome?.message ?? '')))
    .join(' ')
  const hasRoutes = done.some(({ target }) => target.kind === 'route')
  const isConcerned = (line: string) => !(hasRoutes && ROUTES.test(line))
  const isTaken = (line: string) => taken.some((path) => isAt(line, path))
  const left = after.files.filter((line) => isTaken(line) && !taken.some((p) => isNoted(line, p, noted)))
  const should = before.files.filter((line) => !isTaken(line) && isConcerned(line))
  const is = after.files.filter((line) => !isTaken(line) && isConcerned(line))
  return [
    ...left.map((line) => `taken and still there: ${line}`),
    ...minus(should, is).map((line) => `changed or lost: ${line}`),
    ...minus(is, should).map((line) => `new: ${line}`),
  ]
}

const ROUTES = /^\/sessions\/sessions\.json /

const isNoted = (line: string, path: InnerPath, noted: string): boolean =>
  isAt(line, path) && noted.includes(path.at(-1) ?? '')

const isAt = (line: string, path: InnerPath): boolean => {
  const place = `/${path.join('/')}`
  return line.startsWith(`${place} `) || line.startsWith(`${place}/`)
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

/** Search words come from the messages, so they differ after a run. */
function searchWrong(before: HomeState, after: HomeState, targets: readonly Target[]): string[] {
  const gone = new Set(ofKind(targets, 'session').map(({ sessionId }) => asStored(sessionId)))
  const taken = new Set(
    (before.rows.get('messages') ?? [])
      .map(parseRow)
      .filter((row) => gone.has(row.session_id ?? ''))
      .map((row) => Number(row.id?.split(' ').at(-1))),
  )
  return [...before.found].flatMap(([word, ids]) => {
    const now = after.found.get(word)
    const should = ids.filter((id) => !taken.has(id))
    return now === undefined || now.join() === should.join() ? [] : [`search: ${word} finds others`]
  })
}

function refsWrong(before: HomeState, after: HomeState, targets: readonly Target[]): string[] {
  const ids = ofKind(targets, 'project').map(({ id }) => `refs/hermes/${id}`)
  const should = (before.checkpoints?.refs ?? '')
    .split('\n')
    .filter((ref) => !ids.some((id) => ref.endsWith(id)))
  const wrong = should.join('\n') === (after.checkpoints?.refs ?? '') ? [] : ['checkpoints: other refs']
  const faults = after.checkpoints?.faults ?? ''
  return faults === (before.checkpoints?.faults ?? '') ? wrong : [...wrong, `checkpoints: ${faults}`]
}
