/**
 * Unpacks a home and a data folder that Steward 0.1.0 wrote, for one test. `fixtures/README.md` lists their contents.
 * Only `steward.db` is adjusted, never the home, and before current code opens and migrates it. So the SQL here uses the
 * tables of 0.1.0 and must not follow later migrations.
 */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { HomeDigest } from './home-digest.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const NAME = 'data-0.1.0'

type Recorded = {
  /** Where the home was when 0.1.0 cleaned it. */
  readonly homePath: string
  readonly writtenAtMs: number
  readonly plans: Readonly<Record<'draft' | 'restoreDraft' | 'expired', string>>
  readonly receipts: Readonly<
    Record<
      | 'deleted'
      | 'purged'
      | 'restored'
      | 'restore'
      | 'trash'
      | 'checkpoints'
      | 'archive'
      | 'trashToPurge'
      | 'leaked'
      | 'gateway'
      | 'acting'
      | 'saving',
      string
    >
  >
  /** The home before everything that can still be undone. */
  readonly before: HomeDigest
}

export type LegacyData = Omit<Recorded, 'homePath' | 'writtenAtMs'> & {
  readonly home: string
  readonly dataDir: string
  /**
   * A minute after the last write. Drafts expire after an hour and trash after a week, so the code under test gets this
   * clock instead of the machine's.
   */
  readonly nowMs: number
}

export function unpackLegacyData(folder: string): LegacyData {
  mkdirSync(folder, { recursive: true })
  // Steward stores the real path of a home, and a temporary folder may be a symlink.
  const root = realpathSync(folder)
  // -p: modes as packed, whatever the umask. The owner is the user running the test, also for root: git refuses others.
  const how = ['-xpz', '--no-same-owner', '-f', join(FIXTURES, `${NAME}.tar.gz`), '-C', root]
  execFileSync('tar', how, { stdio: ['ignore', 'ignore', 'pipe'] })
  const recorded: Recorded = JSON.parse(readFileSync(join(FIXTURES, `${NAME}.json`), 'utf8'))
  const { homePath, writtenAtMs, ...rest } = recorded
  const [home, dataDir] = [join(root, 'home'), join(root, 'data')]
  relocate(join(dataDir, 'steward.db'), homePath, home)
  return { ...rest, home, dataDir, nowMs: writtenAtMs + 60_000 }
}

function relocate(file: string, from: string, to: string): void {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.transaction(() => {
      // Plans and receipts belong to the real path of their home. Steward refuses to run them on a home elsewhere.
      for (const [table, column] of HOME_PATHS)
        db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`).run(to, from)
      for (const fingerprints of FINGERPRINTS) refreshInodes(db, fingerprints, to)
    })()
  } finally {
    db.close()
  }
}

const HOME_PATHS = [
  ['home', 'path'],
  ['plan', 'home_path'],
  ['receipt', 'home_path'],
] as const

type Fingerprints = {
  /** Returns `id`, `text` and `receipt`, the run whose trash may contain the files. */
  readonly select: string
  readonly update: string
}

const FINGERPRINTS: readonly Fingerprints[] = [
  {
    select: `SELECT json_array(place) AS id, target AS text, coalesce(restores, receipt_id) AS receipt
      FROM plan_item JOIN plan USING (plan_no) WHERE target IS NOT NULL`,
    update: "UPDATE plan_item SET target = @text WHERE place = @id ->> '$[0]'",
  },
  {
    select: `SELECT json_array(receipt_no, item_no) AS id, target AS text, coalesce(restores, receipt_id) AS receipt
      FROM receipt_item JOIN receipt USING (receipt_no)`,
    update:
      "UPDATE receipt_item SET target = @text WHERE receipt_no = @id ->> '$[0]' AND item_no = @id ->> '$[1]'",
  },
  {
    select: `SELECT json_array(receipt_no, batch_no) AS id, saved AS text, coalesce(restores, receipt_id) AS receipt
      FROM batch JOIN receipt USING (receipt_no) WHERE saved LIKE '{%'`,
    update: "UPDATE batch SET saved = @text WHERE receipt_no = @id ->> '$[0]' AND batch_no = @id ->> '$[1]'",
  },
]

type Row = { readonly id: string; readonly text: string; readonly receipt: string | null }

/**
 * Fingerprints contain device and inode numbers, and unpacking assigns new ones. Sizes and times stay the same. Running
 * the draft, recovering the killed run and restoring checkpoints from trash compare them. Other restores and purging do
 * not.
 */
function refreshInodes(db: Database.Database, { select, update }: Fingerprints, home: string): void {
  const write = db.prepare(update)
  for (const { id, text, receipt } of db.prepare<[], Row>(select).all()) {
    const refreshed = JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      isFingerprint(value) ? { ...value, ...inodeOf(home, receipt, value.path) } : value,
    )
    if (refreshed !== text) write.run({ id, text: refreshed })
  }
}

type Fingerprint = { readonly path: readonly string[]; readonly dev: string; readonly ino: string }

const isFingerprint = (value: unknown): value is Fingerprint =>
  typeof value === 'object' && value !== null && 'path' in value && 'dev' in value && 'ino' in value

/** In the trash of its run, or in the home. A file in neither place was deleted or archived and keeps its old numbers. */
function inodeOf(home: string, receipt: string | null, path: readonly string[]) {
  const places = [...(receipt === null ? [] : [join('.steward-trash', receipt, 'files')]), '.']
  for (const place of places) {
    const stats = lstatSync(join(home, place, ...path), { bigint: true, throwIfNoEntry: false })
    if (stats !== undefined) return { dev: String(stats.dev), ino: String(stats.ino) }
  }
  return {}
}
