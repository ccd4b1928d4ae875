/**
 * Why gateway entries and closed sessions, which only the journal keeps, cannot be restored now. A restore plan names them
 * before anything is written. Only reads.
 */
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readLiveness } from '../../collect/processes/read-liveness.ts'
import { GATEWAY_UNKNOWN } from '../../domain/gateway/words.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { describeFaultInline } from '../../domain/home/words.ts'
import type { Reason } from '../../domain/plan/plan.ts'
import { PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import { STEP_REFUSALS } from '../../domain/plan/words.ts'
import { readRoutesFile } from '../../execute/routes/routes-file.ts'
import { isReaped } from '../../execute/rows/close-leaked.ts'
import { checkSchema } from '../../execute/rows/open-writer.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Batch } from '../../store/plans/journal.ts'
import { readStateDb } from '../observe/read-database-side.ts'
import { readSessionRows } from './handlers/read-session-rows.ts'
import { parseRoutes, type SavedRoutes, takenKeys } from './handlers/route-handler.ts'

/** By item id. */
export function findChanged(home: HomeRef, batch: Batch): ReadonlyMap<string, Reason> {
  if (batch.kind === 'leak') return changedSessions(home, batch)
  return batch.kind === 'route' ? takenEntries(home, batch) : new Map()
}

function changedSessions(home: HomeRef, { items }: Batch): ReadonlyMap<string, Reason> {
  const targets = items.flatMap(({ id, target }) => (target.kind === 'leak' ? [{ id, ...target }] : []))
  const rows = readSessionRows(
    home,
    targets.map(({ sessionId }) => sessionId),
  )
  return new Map(
    targets.flatMap(({ id, sessionId, endAt }) => {
      const row = rows?.get(sessionId) ?? null
      return row === null || row.endedAt === null || isReaped(row, endAt) ? [] : [[id, ROW_CHANGED]]
    }),
  )
}

function takenEntries(home: HomeRef, { items, saved }: Batch): ReadonlyMap<string, Reason> {
  const why = whyNotNow(home)
  if (why !== null) return new Map(items.map(({ id }) => [id, why]))
  const kept = parseRoutes(saved)
  const file = readRoutesFile(home.path)
  const isInTable = items.some(({ target }) => target.kind === 'route' && target.inTable)
  const inTable = isInTable ? takenInTable(home, kept) : ok(NONE)
  if (!inTable.ok) return new Map(items.map(({ id }) => [id, inTable.fault]))
  if (!file.ok) {
    const { fault } = file
    return new Map(fault.kind === 'done' ? [] : items.map(({ id }) => [id, toReason(fault)]))
  }
  const inFile = takenKeys(file.value, null, kept)
  const taken = new Set([...inFile, ...inTable.value])
  return new Map(
    items.flatMap(({ id, target }) =>
      target.kind === 'route' && taken.has(target.key) ? [[id, TAKEN]] : [],
    ),
  )
}

function takenInTable(home: HomeRef, kept: SavedRoutes): Result<ReadonlySet<string>, Reason> {
  const read = readStateDb(home.path, (reader) => {
    const known = checkSchema(reader, { readCapabilities })
    return known.ok ? ok(takenKeys(null, { reader, tables: known.value }, kept)) : known
  })
  return read.ok ? read.value : failed({ code: read.fault.code, message: describeFaultInline(read.fault) })
}

/** A gateway would write its own copy over a restored one. */
function whyNotNow(home: HomeRef): Reason | null {
  const { gatewayRunning, servedBy } = readLiveness(home)
  if (gatewayRunning === false) return null
  return gatewayRunning === null
    ? { code: 'gateway-unknown', message: GATEWAY_UNKNOWN }
    : { code: 'gateway-running', message: STEP_REFUSALS.gatewayRunning(servedBy) }
}

const toReason = ({ code, message }: Reason): Reason => ({ code, message })

const NONE: ReadonlySet<string> = new Set()
const TAKEN: Reason = { code: 'place-taken', message: PLACE_TAKEN }
const ROW_CHANGED: Reason = {
  code: 'row-changed',
  message: 'Its row has changed since it was closed.',
}
