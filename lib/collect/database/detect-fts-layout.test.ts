import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HomeSpec, makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { detectFtsLayout, type MasterRow } from './detect-fts-layout.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

function masterOf(spec: Omit<HomeSpec, 'path' | 'nowMs'>, change = ''): MasterRow[] {
  makeHome({ path: temp.path, nowMs: Date.UTC(2026, 10, 16), ...spec })
  const db = new Database(join(temp.path, 'state.db'))
  db.exec(change)
  const rows = db
    .prepare<[], MasterRow>(
      `SELECT type, name, tbl_name AS "table", coalesce(sql, '') AS sql FROM sqlite_master`,
    )
    .all()
  db.close()
  return rows
}

describe('the layout follows the SQL text', () => {
  it.each([
    ['mar', 'A'],
    ['may', 'B'],
    ['jul', 'B'],
    ['aug', 'C'],
    ['nov', 'D'],
  ] as const)('%s is %s', (era, layout) => {
    expect(detectFtsLayout(masterOf({ era }))).toEqual({ layout, cjkTriggers: false, unknownTriggers: [] })
  })

  it('the schema version does not matter', () => {
    expect(detectFtsLayout(masterOf({ era: 'may', schemaVersion: 30 })).layout).toBe('B')
  })

  it('CJK triggers are reported next to the layout', () => {
    expect(detectFtsLayout(masterOf({ era: 'aug', cjk: true }))).toEqual({
      layout: 'C',
      cjkTriggers: true,
      unknownTriggers: [],
    })
  })

  it('a store with triggers of two versions is mixed', () => {
    expect(detectFtsLayout(masterOf({ era: 'aug', upgradedFrom: 'mar' }))).toEqual({
      layout: 'mixed',
      cjkTriggers: false,
      unknownTriggers: [],
    })
  })

  it('spacing, case, comments and quotes do not matter', () => {
    const rows = masterOf({ era: 'nov' }).map((row) => ({
      ...row,
      sql: row.sql
        .replaceAll('\n', ' \n-- a note\n\t')
        .replace('CREATE TRIGGER', 'create  trigger IF NOT EXISTS'),
    }))
    expect(detectFtsLayout(rows).layout).toBe('D')
  })

  it('a store without full-text tables has the layout none', () => {
    expect(detectFtsLayout([]).layout).toBe('none')
  })

  it('an index that Hermes detached after damage keeps its layout', () => {
    const rows = masterOf({ era: 'aug' }).filter((row) => row.type !== 'trigger')
    expect(detectFtsLayout(rows).layout).toBe('C')
  })

  it('Hermes’ steps from C to D count as D', () => {
    const made = masterOf({ era: 'nov' })
    const change = (edit: (row: MasterRow) => string) => made.map((row) => ({ ...row, sql: edit(row) }))
    // Tool rows were cut from a certain id on, before the table read through a view.
    const marked = change(({ name, sql }) =>
      name === 'messages_fts'
        ? sql.replace('messages_fts_src', 'messages')
        : sql.replace(
            /(old|new)\.role = 'tool' THEN/g,
            `$1.role = 'tool' AND $1.id > COALESCE((SELECT CAST(value AS INTEGER) FROM state_meta
               WHERE key = 'fts_tool_full_content_high_water'), -1) THEN`,
          ),
    )
    expect(marked).not.toEqual(made)
    expect(detectFtsLayout(marked)).toMatchObject({ layout: 'D', unknownTriggers: [] })
    // The trigram index dropped tool calls before it checked the session.
    const unasked = change(({ sql }) =>
      sql
        .replace(/\s+AND EXISTS \(SELECT 1 FROM sessions.*? IS NULL\)/gs, '')
        .replace(/ JOIN sessions.*?\n/, ' '),
    )
    expect(unasked).not.toEqual(made)
    expect(detectFtsLayout(unasked)).toMatchObject({ layout: 'D', unknownTriggers: [] })
  })

  it('a separate index stays B when Hermes cuts tool rows in it', () => {
    const made = masterOf({ era: 'jul' })
    const cut =
      "CASE WHEN new.role = 'tool' THEN substr(COALESCE(new.content, ''), 1, 8192) ELSE new.content END"
    const rows = made.map((row) => ({
      ...row,
      sql: row.sql
        .replaceAll("COALESCE(new.content, '')", `COALESCE(${cut}, '')`)
        .replace('AFTER UPDATE ON', 'AFTER UPDATE OF content, tool_name, tool_calls, role ON'),
    }))
    expect(rows).not.toEqual(made)
    expect(detectFtsLayout(rows)).toMatchObject({ layout: 'B', unknownTriggers: [] })
  })
})

describe('unknown SQL is never trusted', () => {
  it('a missing trigger makes the store mixed', () => {
    expect(detectFtsLayout(masterOf({ era: 'aug' }, 'DROP TRIGGER messages_fts_delete')).layout).toBe('mixed')
  })

  it.each(['mar', 'may', 'aug', 'nov'] as const)(
    'an extra statement in any full-text trigger of %s makes it unknown and names it',
    (era) => {
      const rows = masterOf({ era })
      const triggers = rows.filter((row) => row.type === 'trigger' && row.name.startsWith('messages_fts'))
      expect(triggers.length).toBeGreaterThanOrEqual(3)
      for (const { name } of triggers) {
        const changed = rows.map((row) =>
          row.name === name
            ? { ...row, sql: row.sql.replace(/END;?\s*$/, 'DELETE FROM sessions WHERE id = 1; END') }
            : row,
        )
        expect(detectFtsLayout(changed)).toMatchObject({ layout: 'unknown', unknownTriggers: [name] })
      }
    },
  )

  it('a delete with a different column than the insert is unknown', () => {
    const rows = masterOf({ era: 'aug' }).map((row) =>
      row.name === 'messages_fts_delete'
        ? { ...row, sql: row.sql.replace('old.content', 'old.reasoning') }
        : row,
    )
    expect(detectFtsLayout(rows).layout).toBe('unknown')
  })

  it('a table over another source is unknown', () => {
    const rows = masterOf({ era: 'aug' }).map((row) =>
      row.name === 'messages_fts' ? { ...row, sql: row.sql.replace("'messages'", "'my_view'") } : row,
    )
    expect(detectFtsLayout(rows).layout).toBe('unknown')
  })

  it('triggers of other programs are listed, on sessions and messages, and do not change the layout', () => {
    const strange = `
      CREATE TABLE log (id);
      CREATE TRIGGER zz_audit AFTER DELETE ON sessions BEGIN INSERT INTO log VALUES (old.id); END;
      CREATE TRIGGER aa_audit AFTER DELETE ON messages BEGIN INSERT INTO log VALUES (old.id); END;
      CREATE TRIGGER elsewhere AFTER DELETE ON log BEGIN SELECT 1; END;`
    expect(detectFtsLayout(masterOf({ era: 'nov' }, strange))).toEqual({
      layout: 'D',
      cjkTriggers: false,
      unknownTriggers: ['aa_audit', 'zz_audit'],
    })
  })
})
