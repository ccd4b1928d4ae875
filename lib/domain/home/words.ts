/**
 * Texts about a home: what each fault means, and that a home does not exist. Refusals and notices have files of
 * their own.
 */
import { assertNever } from '../../shared/assert-never.ts'
import type { Fault } from './fault.ts'

export const QUARANTINED_TITLE = 'Steward stopped reading this home'

export const NOT_QUARANTINED = {
  code: 'not-quarantined',
  message: 'This home is not quarantined. There is nothing to retry.',
} as const

/** The fault of every request that names a home which is not there. */
export const NO_SUCH_HOME = { code: 'no-such-home', message: 'There is no home of this name.' } as const

/** What happened, and what is safe or to do. Plain words, worded once. */
export type Wording = { readonly title: string; readonly detail: string }

export function describeFault(fault: Fault): Wording {
  switch (fault.code) {
    case 'home-missing':
      return {
        title: 'This home is not there',
        detail: `${fault.path} does not exist or is not a folder. Set HERMES_HOME to the folder that holds state.db.`,
      }
    case 'db-missing':
      return {
        title: 'No state.db in this home',
        detail: 'Hermes has not stored a session here yet. Files and disk are still shown.',
      }
    case 'db-empty':
      return {
        title: 'state.db is empty',
        detail:
          'The file has no bytes. Hermes fills it at its first session; a store that was in use before has lost its content. Nothing was changed.',
      }
    case 'db-zeroed':
      return {
        title: 'state.db holds only zeros',
        detail:
          'Its header is blank, as after a crash of the disk or the machine. Stop Hermes and run: hermes sessions recover. Nothing was changed.',
      }
    case 'db-not-a-database':
      return {
        title: 'state.db is not a SQLite database',
        detail:
          'Something else wrote over the file. Look for a copy under state-snapshots or backups. Nothing was changed.',
      }
    case 'db-malformed':
      return {
        title: 'state.db is damaged',
        detail: `SQLite says: ${fault.detail}. Stop Hermes and run: hermes sessions repair. Files and disk are still shown; nothing was changed.`,
      }
    case 'db-locked':
      return {
        title: `state.db did not answer within ${Math.round(fault.waitedMs / 1000)} s`,
        detail:
          'Another process holds the lock. Nothing was changed. Files, checkpoints and disk are still shown.',
      }
    case 'db-hot-journal':
      return {
        title: 'A write to state.db was interrupted',
        detail:
          'A process was killed while it wrote, and left state.db-journal. Start Hermes to repair the database. Do not delete the journal: it is part of the database. Files and disk usage are still shown.',
      }
    case 'db-unreadable':
      return {
        title: 'state.db cannot be read',
        detail: `${fault.detail}.`,
      }
    case 'db-no-space':
      return {
        title: 'The disk is full, so state.db cannot be opened',
        detail:
          'SQLite needs a few kilobytes for state.db-shm. Free at least 1 MB on the disk of this home, for example by deleting an old log. Sessions cannot be cleaned up until then.',
      }
    case 'db-symlink':
      return {
        title: 'state.db is a symbolic link',
        detail:
          'Steward follows no links inside a home. Point HERMES_HOME at the folder that really holds the database.',
      }
    case 'db-unsupported-backend':
      return {
        title: `This home keeps its sessions in ${fault.backend}`,
        detail: 'Steward reads SQLite homes only. Files and disk are still shown; sessions are not.',
      }
    case 'db-no-sessions-table':
      return {
        title: 'state.db has no sessions table',
        detail:
          'It is a SQLite database, but not one Hermes wrote, or Hermes was stopped while making it. Nothing was changed.',
      }
    case 'folder-symlink':
      return {
        title: `${fault.path} is a symbolic link`,
        detail:
          'Steward follows no links inside a home, so what lies behind it is not counted and never touched.',
      }
    case 'unreadable':
      return {
        title: `${fault.path} cannot be read`,
        detail: `${fault.detail}. Its contents are unknown, not zero.`,
      }
    case 'malformed-file':
      return {
        title: `${fault.path} cannot be understood`,
        detail: `${fault.detail}. It was left as it is; what depends on it is shown as unknown.`,
      }
    case 'too-large':
      return {
        title: `${fault.path} is too large to read`,
        detail: `It has ${fault.sizeBytes.toLocaleString('en-US')} bytes. It was left as it is; what depends on it is shown as unknown.`,
      }
    case 'not-counted-yet':
      return {
        title: 'Not counted yet',
        detail: 'Steward is still reading this part. The figures appear here by themselves.',
      }
    case 'home-quarantined':
      return {
        title: QUARANTINED_TITLE,
        detail: `${fault.reason}. Other homes are not affected. Steward tries again when its files change, or when an operator retries.`,
      }
    case 'reads-paused':
      return {
        title: 'Reading this home is paused',
        detail:
          'Somebody paused it on the Watch page, so that nothing of Steward is in the way. What was seen before is still shown, with its age; resume it there.',
      }
    default:
      return assertNever(fault)
  }
}

/** For places with a single line. */
export function describeFaultInline(fault: Fault): string {
  const { title, detail } = describeFault(fault)
  return `${title}. ${detail}`
}
