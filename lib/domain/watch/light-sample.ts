/** One light look at a home, every five seconds: only what is cheap to ask of a home of any size. */
import type { Holder, Part } from '../home/home.ts'
import type { DiskSpace } from '../storage/storage.ts'
import type { TokenSums } from '../tokens/token-sums.ts'

/** What one session did since the look before, and how it goes. */
export type SessionTick = {
  readonly id: string
  readonly source: string
  readonly model: string | null
  readonly title: string | null
  readonly cronJobId: string | null
  readonly startedMs: number
  /** Burnt since the look before. */
  readonly tokens: TokenSums
  /** Booked since the look before; null where no price is known. */
  readonly costUsd: number | null
  readonly costStatus: string | null
  readonly apiCalls: number
  readonly messages: number
  readonly toolCalls: number
  readonly userMessages: number
  /** The row's own counters at this look. */
  readonly totalTokens: TokenSums
  readonly totalMessages: number
  /** Tool iterations since the last message of a person, as far back as we looked. */
  readonly iterationsSinceUser: number
  /** The same call with the same arguments, this many times in a row. */
  readonly repeats: number
  readonly repeatedCall: string | null
  /** All kinds of tokens a run of its cron job usually takes; absent where it has no job, or no habit yet. */
  readonly usualTokens?: number
}

/** What of the database is the same for all sessions. */
export type DatabaseSample = {
  /** Device, inode and generation: another value means another file. */
  readonly identity: string
  readonly databaseBytes: number
  readonly walBytes: number | null
  readonly lastMessageId: number | null
  readonly lastMessageMs: number | null
  readonly sessions: number | null
  readonly openSessions: number | null
  /** Sums over all session rows. */
  readonly totals: TokenSums | null
  /** Booked over all session rows; null where no price is known. */
  readonly costUsd?: number | null
}

/** What changes slowly and costs more: taken with the picture of the home, carried along with its age. */
export type HeavySample = {
  /** When the rows were read that it was counted from. */
  readonly atMs: number
  /** When the files were walked: packs, logs and large files are as old as that. */
  readonly filesAtMs: number
  readonly leakedSessions: number | null
  readonly flushesOnRestart: number | null
  readonly flushCalls: number | null
  readonly cronRunsLastHour: number | null
  readonly temporaryPackBytes: number | null
  readonly logBytes: number | null
  /** Transcripts above the limit of size that were written to lately, largest first, at most twenty. */
  readonly largeFiles: readonly {
    readonly sessionId: string | null
    readonly name: string
    readonly bytes: number
  }[]
}

export type GatewayActivity = {
  readonly running: boolean | null
  /** Which process that is: its id and when it began. Another one is another start; null: not known, or none. */
  readonly process: string | null
  /** Turns in flight, as the gateway itself says. */
  readonly activeAgents: number | null
  /** The newest trace of the gateway at work that is not a row: its state file or its log. */
  readonly activeMs: number | null
}

export type LightSample = {
  readonly atMs: number
  /** By a clock that never jumps; null at the first look and after a gap nobody watched. */
  readonly sinceMs: number | null
  readonly database: Part<DatabaseSample>
  /** The sessions that moved, those that burn most first, at most fifty. */
  readonly moved: readonly SessionTick[]
  /** All that was burnt and written since the look before, the sessions beyond those fifty too. */
  readonly burnt: TokenSums
  readonly costUsd: number | null
  readonly messages: number
  readonly apiCalls: number
  readonly space: Part<DiskSpace>
  readonly totalInodes: number | null
  /** Which disk that is; null where it cannot be asked. */
  readonly device: number | null
  /** Null: unknown, never none. */
  readonly holders: readonly Holder[] | null
  /** When that was asked: an answer is repeated until the next. Null: never. */
  readonly holdersAskedMs: number | null
  readonly gateway: GatewayActivity
  readonly heavy: HeavySample | null
}
