/**
 * What is safe to do about an incident now, what is not, and the supported way to stop its cause. No step
 * deletes anything by itself, and a plan is shown before it runs.
 */
import { assertNever } from '../../../shared/assert-never.ts'
import type { Holder } from '../../home/home.ts'
import type { FindingCode } from '../../overview/overview.ts'
import type { Advice, SafeStep } from './advice.ts'
import type { CommandPlace } from './hermes-command.ts'
import type { Incident } from './incident.ts'
import { notNow } from './not-now.ts'
import { pauseAll, repair, restart, stopGateway, stopSession } from './stop-steps.ts'

export type AdviceContext = {
  readonly homeId: string
  readonly place: CommandPlace
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
  return { safe: safeSteps(incident, context), notNow: [...notNow(incident, context)] }
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
      return [
        openSession(subject, context),
        ...stopSession(subject, context),
        {
          kind: 'words',
          words: 'In the chat, /new begins a fresh session and keeps this one; /compress shortens it.',
        },
      ]
    case 'burn-over-budget':
      return [page('/tokens', 'See what burns'), page('/cron', 'Open Cron'), ...pauseAll(context)]
    case 'disk-filling':
    case 'inodes-filling':
      return [
        ...plans(ROOM, context),
        page('/storage', 'See what takes the room'),
        {
          kind: 'words',
          words:
            'On a full disk choose delete in the plan: a trash on this disk frees nothing, and nothing needs to be written to remove.',
        },
      ]
    case 'writes-stalled':
    case 'newest-row-frozen':
      return [page('/database', 'See who holds the database'), ...restart(context)]
    case 'deleted-inode-held':
      return [
        page('/database', 'See who holds the database'),
        {
          kind: 'words',
          words: 'Let the process finish its turn, then restart it: it opens the file in the folder again.',
        },
        ...restart(context),
      ]
    case 'wal-growing':
      return [
        page('/database', 'See who holds the database'),
        {
          kind: 'words',
          words:
            'A log is taken back when no reader is left in it. End what reads for long; pausing Steward’s own reading is on this board.',
        },
      ]
    case 'database-replaced':
      return [page('/database', 'See who holds the database'), ...restart(context)]
    case 'database-malformed':
      return [...stopGateway(context), ...repair(context)]
    case 'database-locked':
      return [
        page('/database', 'See who holds the database'),
        {
          kind: 'words',
          words:
            'Wait: a compaction or a rebuild of the index may hold the lock for minutes. A process that nobody uses can be ended.',
        },
      ]
    case 'database-gone':
      return [
        ...stopGateway(context),
        {
          kind: 'words',
          words:
            'Is the drive mounted, was the home moved? Hermes makes an empty database at its next start: bring the old one back before that.',
        },
      ]
    case 'leak-rate-rising':
      return [
        page('/sessions?state=leaked&group=all&view=rows', 'See the sessions left open'),
        ...plans(['leaked-sessions'], context),
      ]
    case 'cron-flood':
      return [page('/cron', 'See which job runs'), ...pauseAll(context)]
    case 'flush-storm-due':
      return [
        page('/gateway', 'Open Gateway'),
        ...(context.gatewayRunning === false
          ? plans(['expired-routes'], context)
          : [
              ...stopGateway(context),
              {
                kind: 'words',
                words:
                  'The expired routes can go while the gateway is stopped; a plan for it is prepared then.',
              } as const,
            ]),
      ]
    case 'temporary-packs-growing':
      return [
        ...plans(['temporary-packs'], context),
        page('/checkpoints', 'Open Checkpoints'),
        { kind: 'words', words: 'A pack younger than ten minutes may still be written and stays.' },
      ]
    case 'logs-growing':
      return [
        page('/storage', 'See which log grows'),
        {
          kind: 'words',
          words:
            'Rotated logs (.1, .2, .3) can go at any time. The live one is only cut while its process is stopped.',
        },
      ]
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

/** Null: advice never offers a plan for it. */
const PLAN_LABELS: Readonly<Record<FindingCode, string | null>> = {
  'temporary-packs': 'Preview: half-written git packs',
  'orphan-checkpoints': 'Preview: checkpoints of folders that are gone',
  'stale-checkpoints': 'Preview: checkpoints nobody touched',
  'orphan-files': 'Preview: files without a session',
  'old-request-dumps': 'Preview: old request dumps',
  'dead-cron-output': 'Preview: output of deleted jobs',
  'old-sessions': 'Preview: old sessions',
  'leaked-sessions': 'Preview: close the sessions left open',
  'expired-routes': 'Preview: expired routes',
  'free-pages': null,
  'damaged-copies': null,
}

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
  label: 'Open the session',
  href: hrefOf(`/sessions/${encodeURIComponent(id)}`, context),
})
