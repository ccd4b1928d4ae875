/** Items that are back before a restore begins: brought back by another run, by hand, or by this run before a kill. */
import { join } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import type { FolderTarget, ProjectTarget, RouteTarget, SessionTarget } from '../../domain/plan/target.ts'
import { projectRef } from '../../execute/checkpoints/read-project.ts'
import { readTip } from '../../execute/checkpoints/refs.ts'
import { checkKeptFile } from '../../execute/files/check-kept.ts'
import { measureTree } from '../../execute/files/measure-tree.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'
import { readRoutesFile } from '../../execute/routes/routes-file.ts'
import type { SessionNow } from '../../execute/rows/check-session.ts'
import { readTables } from '../../execute/rows/home-tables.ts'
import type { HomeWriter } from '../../execute/rows/open-writer.ts'
import { savedKey, saveRoutes } from '../../execute/rows/routes-table.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { ok } from '../../shared/result.ts'
import { readStateDb } from '../observe/read-database-side.ts'
import { parseProjects } from './handlers/project-handler.ts'
import { readSessionRows } from './handlers/read-session-rows.ts'
import { parseRoutes } from './handlers/route-handler.ts'
import { isBack, seeInHome } from './is-back.ts'
import type { Origin, RestoreBatch } from './run.ts'

type Item = RestoreBatch['items'][number]
type Rows = ReadonlyMap<string, SessionNow | null> | null

/** Item ids. An item of which anything is still missing is not among them. Only reads. */
export async function findBack(
  home: HomeRef,
  from: Origin,
  { items, saved }: Pick<RestoreBatch, 'items' | 'saved'>,
): Promise<ReadonlySet<string>> {
  const rows = readRows(home, items)
  const isRouteBack = routeLookup(home, items, saved)
  const isItemBack = (item: Item): boolean | Promise<boolean> => {
    const { target } = item
    switch (target.kind) {
      case 'file':
        return isBack(home.path, target.file)
      case 'folder':
        return isFolderBack(home.path, target, item)
      case 'session':
        return isSessionBack(home, from, target, item, rows)
      case 'project':
        return isProjectBack(home.path, target, item, saved)
      case 'leak':
        return rows?.get(target.sessionId)?.endedAt === null
      case 'route':
        return isRouteBack(target)
      case 'database':
        return false
      default:
        return assertNever(target)
    }
  }
  const back = new Set<string>()
  for (const item of items) if (await isItemBack(item)) back.add(item.id)
  return back
}

function readRows(home: HomeRef, items: readonly Item[]): Rows {
  const ids = items.flatMap(({ target }) =>
    target.kind === 'session' || target.kind === 'leak' ? [target.sessionId] : [],
  )
  return ids.length === 0 ? null : readSessionRows(home, ids)
}

/** A folder keeps its inode when it is moved. Out of an archive it has a new one, and the same content. */
function isFolderBack(homePath: string, target: FolderTarget, { kept }: Item): boolean {
  const path = join(homePath, ...target.path)
  const stats = seeInHome(homePath, target.path)
  if (stats?.isDirectory() !== true) return false
  const ino = String(stats.ino)
  if (ino === target.ino || kept?.entries.some((entry) => entry.ino === ino) === true) return true
  const { entries, newestMtimeNs } = measureTree(path) ?? {}
  return entries === target.entries && String(newestMtimeNs) === target.newestMtimeNs
}

function isSessionBack(
  home: HomeRef,
  { receiptId, disposition }: Origin,
  target: SessionTarget,
  { kept }: Item,
  rows: Rows,
): boolean {
  const row = rows?.get(target.sessionId) ?? null
  if (row === null || row.messages < target.mark.messages) return false
  return !target.files.some(
    (file) =>
      isPlaceFree(home.path, file.path) &&
      (disposition !== 'trash' ||
        checkKeptFile({ homePath: home.path, receiptId, kept }, file).kind === 'same'),
  )
}

async function isProjectBack(
  homePath: string,
  { id: project }: ProjectTarget,
  { id }: Item,
  saved: string | null,
): Promise<boolean> {
  const save = parseProjects(saved).projects[id]
  if (save === undefined || !save.files.every((file) => isBack(homePath, file))) return false
  if (save.tip === null) return true
  const tip = await readTip(homePath, projectRef(project))
  return tip.ok && tip.value === save.tip
}

/** Whether every copy of an entry that was removed is there. */
function routeLookup(
  home: HomeRef,
  items: readonly Item[],
  saved: string | null,
): (target: RouteTarget) => boolean {
  const targets = items.flatMap(({ target }) => (target.kind === 'route' ? [target] : []))
  if (targets.length === 0) return () => false
  const kept = parseRoutes(saved)
  const file = readRoutesFile(home.path)
  const table = kept.table.length === 0 ? ok([]) : readStateDb(home.path, (db) => readRoutes(db, targets))
  if (!file.ok || !table.ok) return () => false
  const inTable = new Set(table.value)
  const inFile = new Map(file.value?.json.members.map(({ key, raw }) => [key, raw]))
  return ({ key }) => {
    const entries = kept.file.filter((entry) => entry.key === key)
    const lines = kept.table.filter((line) => savedKey(line) === key)
    return (
      entries.length + lines.length > 0 &&
      entries.every(({ raw }) => inFile.get(key) === raw) &&
      lines.every((line) => inTable.has(line))
    )
  }
}

function readRoutes(reader: HomeWriter['reader'], targets: readonly RouteTarget[]): string[] {
  const tables = readTables(reader)
  return tables === null ? [] : saveRoutes({ reader, tables }, targets)
}
