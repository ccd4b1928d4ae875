/** Everything a run needs of its home, opened when first needed and closed in the right order. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { readLiveness } from '../../collect/processes/read-liveness.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { type HomeWriter, openWriter } from '../../execute/rows/open-writer.ts'
import { rollBackJournal } from '../../execute/rows/roll-back-journal.ts'
import { ok } from '../../shared/result.ts'
import { realPathOf } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import { readLateChildren } from '../../store/plans/late-children.ts'
import { isStopRequested, type StoredReceipt } from '../../store/plans/receipts.ts'
import { trackProtections } from './current-protections.ts'
import { recordGit } from './git-writes.ts'
import type { Run } from './run.ts'

export type RunTools = {
  /** Durable: the journal must be on disk before the home changes. */
  readonly store: Store
  readonly dataDir: string
  readonly now: () => number
  /** Looks up an open home by its id. */
  readonly homeOf: (homeId: string) => HomeRef | null
  /** Why this home must not be changed now. Null if this Steward has its lock. */
  readonly lockRefusal: (homePath: string) => Refusal | null
  /** How long trash and archives are kept. Null: until they are purged. */
  readonly keptMs: Readonly<Record<'trash' | 'archive', number | null>>
}

type HomeOfRecord = { readonly homeId: string; readonly homePath: string }

/**
 * The home of a plan or a receipt. Its id is not enough, because whichever home is opened is `main`, and
 * another one may be opened after the next start. Null if it is not open now.
 */
export function homeOfRecord({ homeOf }: RunTools, record: HomeOfRecord): HomeRef | null {
  const home = homeOf(record.homeId)
  return home !== null && isHomeOf(home, record) ? home : null
}

/** The same, but null too if the home must not be changed now. */
export function writableHomeOf(tools: RunTools, record: HomeOfRecord): HomeRef | null {
  const home = homeOfRecord(tools, record)
  return home !== null && tools.lockRefusal(home.path) === null ? home : null
}

export const isHomeOf = ({ path }: HomeRef, { homePath }: Pick<HomeOfRecord, 'homePath'>): boolean =>
  realPathOf(path) === realPathOf(homePath)

export type OpenedRun = Run & {
  readonly refresh: () => void
  /** After a kill in the middle of a write of this run. Null if the database can be read now. */
  readonly rollBack: () => Refusal | null
}

export const archivesIn = (dataDir: string): string => join(dataDir, 'archives')

export function openRun(tools: RunTools, given: HomeRef, receipt: StoredReceipt): OpenedRun {
  const home = { ...given, path: realpathSync(given.path) }
  const protections = trackProtections(home, tools.now)
  let writer: HomeWriter | null = null
  return {
    home,
    receiptId: receipt.id,
    disposition: receipt.disposition,
    archives: archivesIn(tools.dataDir),
    now: tools.now,
    stop: () => isStopRequested(tools.store, receipt.id),
    lockRefusal: () => tools.lockRefusal(home.path),
    writer: () => {
      if (writer !== null) return ok(writer)
      const opened = openWriter(home.path, {
        readCapabilities,
        readTrigrams,
        isAlone: () => isAlone(home),
      })
      if (opened.ok) writer = opened.value
      return opened
    },
    closeWriter: () => {
      writer?.close()
      writer = null
    },
    rollBack: () => rollBackJournal(home.path, { isAlone: () => isAlone(home) }),
    protect: protections.protect,
    refresh: protections.refresh,
    liveness: () => readLiveness(home),
    lateChildren: (ids) => readLateChildren(tools.store, receipt.homePath, ids),
    isGatewayRunning: () => readLiveness(home).gatewayRunning,
    isHermesLive: () => isHermesLive(home),
    recordGit: (work) => recordGit(tools.store, receipt, work),
  }
}

/** True only if proven. Unknown holders count as holders. */
const isAlone = (home: HomeRef): boolean => isHermesLive(home) === false

export function isHermesLive(home: HomeRef): boolean | null {
  const { holders, gatewayRunning } = readLiveness(home)
  if (gatewayRunning === true || holders?.some(({ self }) => !self) === true) return true
  return holders === null || gatewayRunning === null ? null : false
}
