/**
 * What is safe to do about an incident now, what is not, and the supported way to stop its cause. No step
 * deletes anything by itself, and a plan is shown before it runs.
 */
import { assertNever } from '../../../shared/assert-never.ts'
import type { Holder } from '../../home/home.ts'
import type { FindingCode } from '../../overview/overview.ts'
import type { Advice, SafeStep } from './advice.ts'
import { adviseAgainst } from './advise-against.ts'
import type { CommandPlace } from './hermes-command.ts'
import type { Incident } from './incident.ts'
import { pauseAll, repair, restart, stopGateway, stopSession } from './stop-steps.ts'
import { ADVICE_HINTS, ADVICE_LABELS, PLAN_LABELS } from './words.ts'

export type AdviceContext = {
  readonly homeId: string
  readonly place: CommandPlace
  /** `hermes pause` holds new work. */
  readonly isPaused: boolean
  /** Decides which commands exist. Null means unknown. */
  readonly schema: number | null
  readonly gatewayRunning: boolean | null
  /** Null means unknown, never none. */
  readonly holders: readonly Holder[] | null
  readonly databaseBytes: number | null
  readonly freeBytes: number | null
  /** Codes of findings that can be planned now, by bytes freed. */
  readonly findings: readonly FindingCode[]
  /** The session the incident is about. */
  readonly session: { readonly source: string; readonly cronJobId: string | null } | null
  /** Hermes' API server is configured, so jobs can be paused and its runs stopped from here. */
  readonly apiServer: boolean
  /** The API server's run of this session. */
  readonly runId: string | null
}

export function advise(incident: Incident, context: AdviceContext): Advice {
  return { safe: safeSteps(incident, context), notNow: [...adviseAgainst(incident, context)] }
}

function safeSteps({ kind, subject }: Incident, context: AdviceContext): SafeStep[] {
  const page = (path: string, label: string): SafeStep => ({
    kind: 'open',
    label,
    href: hrefOf(path, context),
  })
  switch (kind) {
    case 'runaway-session':
      return [openSession(subject, context), ...stopSession(subject, context)]
    case 'session-over-limits':
      return [openSession(subject, context), ...stopSession(subject, context), hint(ADVICE_HINTS.longSession)]
    case 'burn-over-budget':
      return [page('/tokens', ADVICE_LABELS.burn), page('/cron', ADVICE_LABELS.cron), ...pauseAll(context)]
    case 'disk-filling':
    case 'inodes-filling':
      return [...plans(ROOM, context), page('/storage', ADVICE_LABELS.room), hint(ADVICE_HINTS.fullDisk)]
    case 'writes-stalled':
    case 'newest-row-frozen':
      return [page('/database', ADVICE_LABELS.holders), ...restart(context)]
    case 'deleted-inode-held':
      return [page('/database', ADVICE_LABELS.holders), hint(ADVICE_HINTS.deletedInode), ...restart(context)]
    case 'wal-growing':
      return [page('/database', ADVICE_LABELS.holders), hint(ADVICE_HINTS.growingWal)]
    case 'database-replaced':
      return [page('/database', ADVICE_LABELS.holders), ...restart(context)]
    case 'database-malformed':
      return [...stopGateway(context), ...repair(context)]
    case 'database-locked':
      return [page('/database', ADVICE_LABELS.holders), hint(ADVICE_HINTS.lockedDatabase)]
    case 'database-gone':
      return [...stopGateway(context), hint(ADVICE_HINTS.missingDatabase)]
    case 'leak-rate-rising':
      return [
        page('/sessions?state=leaked&group=all&view=rows', ADVICE_LABELS.leaked),
        ...plans(['leaked-sessions'], context),
      ]
    case 'cron-flood':
      return [page('/cron', ADVICE_LABELS.runningJob), ...pauseAll(context)]
    case 'flush-storm-due':
      return [
        page('/gateway', ADVICE_LABELS.gateway),
        ...(context.gatewayRunning === false
          ? plans(['expired-routes'], context)
          : [...stopGateway(context), hint(ADVICE_HINTS.expiredRoutes)]),
      ]
    case 'temporary-packs-growing':
      return [
        ...plans(['temporary-packs'], context),
        page('/checkpoints', ADVICE_LABELS.checkpoints),
        hint(ADVICE_HINTS.freshPack),
      ]
    case 'logs-growing':
      return [page('/storage', ADVICE_LABELS.logs), hint(ADVICE_HINTS.rotatedLogs)]
    default:
      return assertNever(kind)
  }
}

/** Findings that free space immediately and need none to do so, best first. */
const ROOM: readonly FindingCode[] = [
  'temporary-packs',
  'orphan-checkpoints',
  'stale-checkpoints',
  'orphan-files',
  'old-request-dumps',
  'dead-cron-output',
  'old-sessions',
]

const MAX_PLANS = 3

const plans = (codes: readonly FindingCode[], { findings }: AdviceContext): SafeStep[] =>
  findings
    .filter((code) => codes.includes(code))
    .slice(0, MAX_PLANS)
    .flatMap((code) => {
      const label = PLAN_LABELS[code]
      return label === null ? [] : [{ kind: 'plan', label, finding: code } as const]
    })

function hrefOf(path: string, { homeId }: AdviceContext): string {
  return `${path}${path.includes('?') ? '&' : '?'}home=${encodeURIComponent(homeId)}`
}

const openSession = (id: string, context: AdviceContext): SafeStep => ({
  kind: 'open',
  label: ADVICE_LABELS.session,
  href: hrefOf(`/sessions/${encodeURIComponent(id)}`, context),
})

const hint = (words: string): SafeStep => ({ kind: 'words', words })
