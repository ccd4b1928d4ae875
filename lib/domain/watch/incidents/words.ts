/**
 * Texts of incidents: labels of the steps that advice offers, its hints, what each command does, what to avoid, and
 * how an incident eased or closed. A rule's own title and evidence are in `../detect`.
 */
import { formatBytes, formatPlural } from '../../../shared/numbers.ts'
import { formatAge } from '../../../shared/time.ts'
import type { FindingCode } from '../../overview/overview.ts'

/** Null: advice never offers a plan for it. */
export const PLAN_LABELS: Readonly<Record<FindingCode, string | null>> = {
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

/** Labels of links and buttons. */
export const ADVICE_LABELS = {
  session: 'Open the session',
  burn: 'See what burns',
  cron: 'Open Cron',
  room: 'See what takes the room',
  holders: 'See who holds the database',
  leaked: 'See the sessions left open',
  runningJob: 'See which job runs',
  gateway: 'Open Gateway',
  checkpoints: 'Open Checkpoints',
  logs: 'See which log grows',
  stopAgentRun: 'Stop this run',
  pauseJob: 'Pause the job',
} as const

/** What the operator can do or should know, by what it is about. */
export const ADVICE_HINTS = {
  longSession: 'In the chat, /new begins a fresh session and keeps this one; /compress shortens it.',
  fullDisk:
    'On a full disk choose delete in the plan: a trash on this disk frees nothing, and nothing needs to be written to remove.',
  deletedInode: 'Let the process finish its turn, then restart it: it opens the file in the folder again.',
  growingWal:
    'A log is taken back when no reader is left in it. End what reads for long; pausing Steward’s own reading is on this board.',
  lockedDatabase:
    'Wait: a compaction or a rebuild of the index may hold the lock for minutes. A process that nobody uses can be ended.',
  missingDatabase:
    'Is the drive mounted, was the home moved? Hermes makes an empty database at its next start: bring the old one back before that.',
  expiredRoutes: 'The expired routes can go while the gateway is stopped; a plan for it is prepared then.',
  freshPack: 'A pack younger than ten minutes may still be written and stays.',
  rotatedLogs:
    'Rotated logs (.1, .2, .3) can go at any time. The live one is only cut while its process is stopped.',
  terminal: 'Press Ctrl+C in its terminal. Hermes has no call to stop a session from outside.',
  subagent: 'A subagent ends with the session that started it: stop that one.',
  chat: 'Send /stop in that chat: it ends the turn and keeps everything said.',
  noRepair:
    'This version is not known to have a repair command. A copy may lie under state-snapshots or backups; put it back only with every Hermes process stopped.',
} as const

const NEXT_RUN_ONLY = 'This pauses the next run. Hermes has no call to stop the present one: end its process.'

/** What a command does, shown beside it. */
export const COMMAND_WORDS = {
  pauseJob: NEXT_RUN_ONLY,
  badJobId: `The job's id cannot be given to a command. ${NEXT_RUN_ONLY}`,
  stopInsteadOfPause:
    'Whether this version can pause a job is not known. Without the gateway no job starts, and nobody is answered.',
  pauseAll: 'Holds new turns, cron and kanban; what runs goes on. hermes resume lifts it.',
  stopDespitePause:
    'Hermes is paused already, and running work continues. This ends the gateway with its turns and cron jobs. Nothing stored is lost.',
  stopAll: 'Ends the gateway, with the turns it works on and every cron job. Nothing stored is lost.',
  stopFirst: 'Before anything else writes. Nothing is deleted by it.',
  restart:
    'When its turns are done. Messages since the last row may be lost with it: copy out first what you need from the chats.',
  repair: 'With every Hermes process stopped. It keeps a copy of the damaged file, which needs as much room.',
} as const

/** Actions that look like help and would make an incident worse. */
export const ADVICE_WARNINGS = {
  deleteWal: 'Do not delete state.db-wal or state.db-shm: the newest messages may lie only there.',
  compactUnknown: 'Do not compact: who holds the database is unknown.',
  compactHeld: (processes: number): string =>
    `Do not compact: ${formatPlural(processes, 'process holds', 'processes hold')} the database.`,
  compactWithoutRoom: (databaseBytes: number | null): string =>
    `Do not compact now: it needs up to twice the database${databaseBytes === null ? '' : `, ${formatBytes(databaseBytes * 2)},`} in free room.`,
  deleteSession: 'Do not delete the session to stop it: its process goes on and makes the row again.',
  deleteDatabase: 'Do not delete state.db to make room.',
  replaceDatabase: 'Do not replace or copy over state.db while a process runs.',
  startHermes:
    'Do not start Hermes, or a cleanup, before the database is back: a new empty one would hide the old.',
  restartGateway: 'Do not restart the gateway before the expired routes are gone.',
} as const

export const EASED_WORDS = 'Below the mark of its level for long enough.'

export const describeClosing = (openMs: number): string =>
  `It no longer holds. Open for ${formatAge(openMs)}.`
