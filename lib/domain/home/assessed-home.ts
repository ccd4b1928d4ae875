/** An assessed snapshot: what findings, overview and plans all start from. */
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import type { Route } from '../gateway/gateway.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionFile } from '../storage/session-file.ts'
import type { Part } from './home.ts'
import type { HomeSnapshot } from './snapshot.ts'

export type OwnedFile = SessionFile & {
  /** The session whose row owns it; null for an orphan, undefined while rows are unknown. */
  readonly owner: string | null | undefined
}

/** Its rows are the assessed sessions: the raw ones beside them would double the memory of a large home. */
type AssessedSnapshot = Omit<HomeSnapshot, 'rows'> & { readonly rows: Part<readonly Session[]> }

export type AssessedHome = {
  readonly snapshot: AssessedSnapshot
  /** Each part is null where it could not be read; the snapshot says why. */
  readonly sessions: readonly Session[] | null
  readonly files: readonly OwnedFile[] | null
  readonly routes: readonly Route[] | null
  readonly checkpoints: readonly Checkpoint[] | null
  /** Bytes of a session's messages inside the database; null until counted. */
  readonly messageBytes: (id: string) => number | null
}
