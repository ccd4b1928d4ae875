/**
 * How sessions are related. A compression splits one conversation into several rows, which are kept or removed
 * together. Branches, resets and subagents are separate conversations (docs/hermes.md, "Lineage").
 */
import type { SessionRow } from './session.ts'

export type Edge = 'compression' | 'branch' | 'delegate' | 'reset' | 'other'

type Link = Pick<
  SessionRow,
  | 'id'
  | 'source'
  | 'parentId'
  | 'branchedFrom'
  | 'delegateFrom'
  | 'resetFrom'
  | 'sessionKey'
  | 'startedMs'
  | 'endedMs'
  | 'endReason'
>

const RESET_REASONS = new Set([
  'session_reset',
  'session_switch',
  'idle',
  'daily',
  'suspended',
  'resume_pending_expired',
])

/**
 * How `child` was made from `parent`. If in doubt it is a compression, which protects the most. Markers are
 * copied into continuations, so a marker only counts if it names this parent.
 */
export function edgeBetween(child: Link, parent: Link): Edge {
  const named = markedEdge(child, (marker) => marker === parent.id)
  if (named !== null) return named
  if (parent.endReason === 'compression' && child.source !== 'tool' && !isStartedBy(child, parent))
    return 'compression'
  const marked = markedEdge(child, (marker) => marker !== null)
  if (marked !== null) return marked
  if (child.source === 'subagent') return 'delegate'
  if (parent.endReason === 'branched' && parent.endedMs !== null && child.startedMs >= parent.endedMs)
    return 'branch'
  if (isReset(child, parent)) return 'reset'
  return 'other'
}

function markedEdge(child: Link, matches: (marker: string | null) => boolean): Edge | null {
  if (matches(child.delegateFrom)) return 'delegate'
  if (matches(child.branchedFrom)) return 'branch'
  return matches(child.resetFrom) ? 'reset' : null
}

/** A subagent whose parent is not one. Below another subagent it may be a continuation. */
const isStartedBy = (child: Link, parent: Link): boolean =>
  child.source === 'subagent' && parent.source !== 'subagent'

const isReset = (child: Link, parent: Link): boolean =>
  parent.endReason !== null &&
  RESET_REASONS.has(parent.endReason) &&
  Boolean(child.sessionKey) &&
  child.sessionKey === parent.sessionKey

/** For each row of a split conversation: the id of its first row. Rows on their own are left out. */
export function compressionRoots(rows: readonly Link[]): ReadonlyMap<string, string> {
  const byId = new Map(
    rows
      .filter((row) => row.parentId !== null || row.endReason === 'compression')
      .map((row) => [row.id, row]),
  )
  const roots = new Map<string, string>()
  for (const row of byId.values()) {
    const path = climb(row, byId, roots)
    const top = path.at(-1) ?? row.id
    const root = roots.get(top) ?? top
    if (path.length < 2 && root === row.id) continue
    for (const id of path) roots.set(id, root)
  }
  return roots
}

/** Ids from `row` up to the first row of its conversation or one with a known root. Stops at a cycle. */
function climb(row: Link, byId: ReadonlyMap<string, Link>, roots: ReadonlyMap<string, string>): string[] {
  const path = [row.id]
  const seen = new Set(path)
  let child = row
  while (!roots.has(child.id)) {
    const parent = child.parentId === null ? undefined : byId.get(child.parentId)
    if (parent === undefined || seen.has(parent.id) || edgeBetween(child, parent) !== 'compression') break
    path.push(parent.id)
    seen.add(parent.id)
    child = parent
  }
  return path
}
