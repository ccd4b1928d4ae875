/**
 * A home as short lines that can be stored and compared later: every row, file and checkpoint. The files
 * under `fixtures/` use this format, so it must not change.
 */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './home/git.ts'
import { withReader } from './home-rows.ts'

export type HomeDigest = {
  /** By table: one digest per row, sorted. Without full-text tables, which `findFaults` checks against the messages. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  /** Path, mode, modification time in microseconds, digest of the content. */
  readonly files: readonly string[]
  /** The commit of each project in the shared checkpoint store. */
  readonly checkpoints: readonly string[]
}

export const digestHome = (home: string): HomeDigest => ({
  rows: rowsOf(home),
  files: filesOf(home),
  checkpoints: checkpointsOf(home),
})

/** 64 bits are enough for a few hundred rows. */
const short = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

function rowsOf(home: string): Record<string, string[]> {
  return withReader(home, (db) => {
    const tables = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'messages_fts%' ORDER BY name",
      )
      .pluck()
      .all()
    const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
    return Object.fromEntries(
      tables.map((table) => {
        // Type and bytes of each value: 1, '1' and 1.0 differ.
        const values = columnsOf
          .all(table)
          .map((name) => `'${name} ' || typeof("${name}") || ' ' || hex("${name}")`)
        const rows = db.prepare<[], string>(`SELECT ${values.join(" || ' ' || ")} FROM "${table}"`).pluck()
        return [table, rows.all().map(short).sort()]
      }),
    )
  })
}

/** The database is compared by row, the shared checkpoint store by ref, and the trash is not part of the home. */
const ELSEWHERE =
  /^(state\.db(-wal|-shm)?|\.steward-trash|checkpoints\/store\/(refs|objects|info|logs|packed-refs|branches))$/

function filesOf(home: string): string[] {
  const lines: string[] = []
  const visit = (inner: string): void => {
    for (const name of readdirSync(join(home, inner)).sort()) {
      const path = inner === '' ? name : `${inner}/${name}`
      if (ELSEWHERE.test(path)) continue
      const stats = lstatSync(join(home, path), { bigint: true })
      const mode = (stats.mode & 0o7777n).toString(8)
      // Rounded, because without GNU touch a restored time is off by up to 0.12 microseconds.
      const time = (stats.mtimeNs + 500n) / 1000n
      if (stats.isDirectory()) {
        // Its time changes with every file that is removed and restored.
        lines.push(`${path}/ ${mode}`)
        visit(path)
      } else if (stats.isSymbolicLink()) lines.push(`${path} ${mode} -> ${readlinkSync(join(home, path))}`)
      else lines.push(`${path} ${mode} ${time} ${short(readFileSync(join(home, path)))}`)
    }
  }
  visit('')
  return lines
}

/** Throws if git finds the store damaged or incomplete. */
function checkpointsOf(home: string): string[] {
  const gitDir = join(home, 'checkpoints', 'store')
  if (!existsSync(join(gitDir, 'HEAD'))) return []
  git(['fsck', '--full', '--no-dangling', '--no-progress'], { gitDir, atMs: 0 })
  const refs = git(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/hermes'], { gitDir, atMs: 0 })
  return refs.split('\n').filter(Boolean)
}
