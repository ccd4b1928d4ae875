/** Restores one saved session inside a transaction: prompt, row, related rows, then its children's links. */

import type { HomeWriter } from '../open-writer.ts'
import type { Row, SqlValue } from '../row-text.ts'
import type { SavedHead } from '../saved-session.ts'
import { promptHashes, type SessionReader, sessionReader } from '../session-reader.ts'
import { onlyColumns, rowInserter, toBinding } from '../table-shape.ts'
import { UnequalError } from '../write-fault.ts'
import { isSameSession } from './check-restore.ts'
import { differences } from './insert-messages.ts'

/** A reference that can only be set once its target exists, or that never had one. */
export type LateLink = {
  readonly sessionId: string
  readonly column: 'parent_session_id' | 'system_prompt_hash'
  readonly value: SqlValue
  /** The target was already missing when the session was saved. */
  readonly wasMissing: boolean
}

export type SessionInserter = {
  /** The links still to be set, or null if another session has this id. */
  readonly insert: (
    head: SavedHead,
    prompts: ReadonlyMap<string, Row>,
  ) => { readonly links: readonly LateLink[]; readonly isNew: boolean } | null
  readonly link: (link: LateLink) => void
}

export function sessionInserter({ db, tables }: HomeWriter): SessionInserter {
  const read = sessionReader(db, tables)
  const insertRow = rowInserter(db, 'sessions')
  const insertPrompt = rowInserter(db, 'system_prompts')
  const insertSide = new Map(
    tables.sides.map(({ shape }) => [shape.name, rowInserter(db, shape.name, 'INSERT OR IGNORE')]),
  )
  const linkChild = db.prepare(
    'UPDATE sessions SET parent_session_id = ? WHERE id = ? AND parent_session_id IS NULL',
  )
  const late = {
    parent_session_id: linkChild,
    system_prompt_hash: tables.promptColumns.includes('system_prompt_hash')
      ? db.prepare('UPDATE sessions SET system_prompt_hash = ? WHERE id = ? AND system_prompt_hash IS NULL')
      : null,
  }
  return {
    insert: (head, prompts) => {
      const stored = read.row(head.id)
      if (stored !== null && !isSameSession(head.row, stored)) return null
      for (const hash of promptHashes(tables, head.row)) {
        const prompt = prompts.get(hash)
        if (prompt !== undefined && read.prompt(hash) === null) insertPrompt(prompt)
      }
      const links = lateLinks(head, read, stored)
      if (stored === null) {
        const row = { ...onlyColumns(head.row, tables.sessions.columns), ...unlinked(links) }
        insertRow(row)
        if (differences(row, read.row(head.id)).length > 0) throw new UnequalError()
      }
      for (const { table, rows } of head.sides) for (const side of rows) insertSide.get(table)?.(side)
      for (const child of head.children) linkChild.run(head.id, toBinding(child))
      return { links, isNew: stored === null }
    },
    link: ({ sessionId, column, value }) => {
      late[column]?.run(toBinding(value), sessionId)
    },
  }
}

function lateLinks(head: SavedHead, read: SessionReader, stored: Row | null): LateLink[] {
  const links: LateLink[] = []
  const add = (column: LateLink['column'], isThere: (value: SqlValue) => boolean, wasMissing: boolean) => {
    const value = head.row[column] ?? null
    const isUnlinked = stored !== null && stored[column] === null
    if (value !== null && (isUnlinked || !isThere(value)))
      links.push({ sessionId: head.id, column, value, wasMissing })
  }
  add('parent_session_id', read.exists, head.parentMissing)
  // Existing prompts were saved, so a missing one was missing before.
  add('system_prompt_hash', (hash) => read.prompt(hash) !== null, true)
  return links
}

const unlinked = (links: readonly LateLink[]): Row =>
  Object.fromEntries(links.map(({ column }) => [column, null]))
