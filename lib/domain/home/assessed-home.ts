/** An assessed snapshot, the common input of findings, overview and plans. */
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import type { Route } from '../gateway/gateway.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionFile } from '../storage/session-file.ts'
import type { Part } from './home.ts'
import type { HomeSnapshot } from './snapshot.ts'

export type OwnedFile = SessionFile & {
  /** The session whose row owns it. Null for an orphan, undefined while rows are unknown. */
  readonly owner: string | null | undefined
}

/**
 * Contains only assessed sessions, because keeping the raw rows too would double the memory of a large home.
 */
type AssessedSnapshot = Omit<HomeSnapshot, 'rows'> & { readonly rows: Part<readonly Session[]> }

export type AssessedHome = {
  readonly snapshot: AssessedSnapshot
  /** Each part is null if it could not be read. The snapshot has the reason. */
  readonly sessions: readonly Session[] | null
  readonly files: readonly OwnedFile[] | null
  readonly routes: readonly Route[] | null
  readonly checkpoints: readonly Checkpoint[] | null
  /** Bytes of a session's messages inside the database. Null until counted. */
  readonly messageBytes: (id: string) => number | null
}
