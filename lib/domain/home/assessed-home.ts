/** A snapshot with every judgement made: what findings, overview and plans all start from. */
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import type { Route } from '../gateway/gateway.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionFile } from '../storage/session-file.ts'
import type { HomeSnapshot } from './snapshot.ts'

export type OwnedFile = SessionFile & {
  /** The session whose row owns it; null for an orphan, undefined while rows are unknown. */
  readonly owner: string | null | undefined
}

export type AssessedHome = {
  readonly snapshot: HomeSnapshot
  /** Each part is null where it could not be read; the snapshot says why. */
  readonly sessions: readonly Session[] | null
  readonly files: readonly OwnedFile[] | null
  readonly routes: readonly Route[] | null
  readonly checkpoints: readonly Checkpoint[] | null
  /** Bytes of a session's messages inside the database; null until counted. */
  readonly messageBytes: (id: string) => number | null
}
