/** The database was replaced, damaged, locked or removed. A single sample proves nothing. */
import { MINUTE_MS } from '../../../shared/time.ts'
import type { Fault } from '../../home/fault.ts'
import { describeFault } from '../../home/words.ts'
import type { IncidentKind, IncidentLevel } from '../incidents/incident.ts'
import type { LightSample } from '../light-sample.ts'
import type { Rule, RuleReport } from './reading.ts'
import type { Signal } from './signals.ts'

const KINDS = ['database-replaced', 'database-malformed', 'database-locked', 'database-gone'] as const

/** Long enough to be noticed, and to see whether a process still writes to the old file. */
const REPLACED = { reachedMs: MINUTE_MS, heldMs: 15 * MINUTE_MS }

type FaultIncident = { readonly signal: Signal; readonly kind: IncidentKind; readonly level: IncidentLevel }

export function databaseFaults(): Rule {
  let identity: string | null = null
  let replaced: { readonly atMs: number; readonly level: IncidentLevel } | null = null

  return ({ sample, now }, report) => {
    const { database } = sample
    if (!database.ok) {
      readFault(database.fault, identity !== null, report)
      return
    }
    if (identity !== null && database.value.identity !== identity)
      replaced = { atMs: now.watchedMs, level: isInUse(sample) ? 'critical' : 'warn' }
    identity = database.value.identity
    if (replaced === null) return
    const agoMs = now.watchedMs - replaced.atMs
    const { level } = replaced
    if (agoMs >= REPLACED.heldMs * 2) replaced = null
    report.read({
      signal: 'database/replaced',
      subject: '',
      reached: agoMs < REPLACED.reachedMs ? level : null,
      held: agoMs < REPLACED.heldMs ? level : null,
      value: null,
      unit: null,
      limit: null,
      words: () => ({
        title: 'state.db was replaced by another file',
        rule: 'another file under the same name',
        evidence:
          level === 'critical'
            ? 'The file is another one than at the look before, and a process may still write into the old one.'
            : 'The file is another one than at the look before. Nobody is known to hold the old one.',
      }),
    })
  }
}

const isInUse = ({ holders, gateway }: LightSample): boolean =>
  gateway.running !== false || holders === null || holders.some(({ self }) => !self)

/** A fault makes the other kinds unknown. A home that never had a database is new, not broken. */
function readFault(fault: Fault, wasSeen: boolean, report: RuleReport): void {
  const trouble = incidentFor(fault)
  for (const kind of KINDS) if (kind !== trouble?.kind) report.unknown(kind)
  if (trouble === null) return
  const { title, detail } = describeFault(fault)
  const counts = wasSeen || ALWAYS.has(fault.code)
  report.read({
    signal: trouble.signal,
    subject: '',
    reached: counts ? trouble.level : null,
    held: 'critical',
    value: null,
    unit: null,
    limit: null,
    words: () => ({ title, rule: RULES[trouble.signal] ?? '', evidence: detail }),
  })
}

/** Reported even if there was no valid database before. */
const ALWAYS: ReadonlySet<Fault['code']> = new Set([
  'db-malformed',
  'db-not-a-database',
  'db-zeroed',
  'db-locked',
  'db-hot-journal',
])

function incidentFor({ code }: Fault): FaultIncident | null {
  switch (code) {
    case 'db-malformed':
    case 'db-not-a-database':
    case 'db-zeroed':
    case 'db-empty':
      return { signal: 'database/malformed', kind: 'database-malformed', level: 'critical' }
    case 'db-locked':
      return { signal: 'database/locked', kind: 'database-locked', level: 'critical' }
    case 'home-missing':
    case 'db-missing':
      return { signal: 'database/gone', kind: 'database-gone', level: 'critical' }
    case 'db-no-space':
    case 'db-hot-journal':
    case 'db-unreadable':
    case 'unreadable':
      return { signal: 'database/unreadable', kind: 'database-gone', level: 'critical' }
    case 'db-symlink':
    case 'db-no-sessions-table':
      return { signal: 'database/estranged', kind: 'database-replaced', level: 'critical' }
    default:
      return null
  }
}

const RULES: Partial<Record<Signal, string>> = {
  'database/malformed': 'not readable as a database at three looks on end',
  'database/locked': 'locked at every look for 30 seconds',
  'database/gone': 'not there at three looks on end',
  'database/unreadable': 'not readable at every look for a minute',
  'database/estranged': 'not the database it was, at three looks on end',
}
