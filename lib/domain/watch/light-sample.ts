/** A light sample of a home, taken every five seconds. Contains only what is cheap to read for a home of any size. */
import type { HermesPause } from '../home/hermes-pause.ts'
import type { Holder, Part } from '../home/home.ts'
import type { DiskSpace } from '../storage/storage.ts'
import type { TokenSums } from '../tokens/token-sums.ts'

/** What one session did since the last sample. */
export type SessionTick = {
  readonly id: string
  readonly source: string
  readonly model: string | null
  readonly title: string | null
  readonly cronJobId: string | null
  readonly startedMs: number
  /** Burnt since the last sample. */
  readonly tokens: TokenSums
  /** Cost since the last sample. Null if no price is known. */
  readonly costUsd: number | null
  readonly costStatus: string | null
  readonly apiCalls: number
  readonly messages: number
  readonly toolCalls: number
  readonly userMessages: number
  /** The row's counters. */
  readonly totalTokens: TokenSums
  readonly totalMessages: number
  /** Tool iterations since a person last wrote, as far back as messages were read. */
  readonly iterationsSinceUser: number
  /** How many times in a row the same call was made with the same arguments. */
  readonly repeats: number
  readonly repeatedCall: string | null
  /** Typical total tokens of its cron job's runs. Absent without a job or enough runs. */
  readonly typicalTokens?: number
}

/** Values of the whole database. */
export type DatabaseSample = {
  /** Device, inode and generation. Another value means another file. */
  readonly identity: string
  readonly databaseBytes: number
  readonly walBytes: number | null
  readonly lastMessageId: number | null
  readonly lastMessageMs: number | null
  readonly sessions: number | null
  readonly openSessions: number | null
  /** When all rows were last read, by the wall clock. `sessions` and `openSessions` are of this time. */
  readonly walkedMs?: number
  /** Totals over all session rows. */
  readonly totals: TokenSums | null
  /** Total cost over all session rows. Null if no price is known. */
  readonly costUsd?: number | null
}

/** Slowly changing numbers that are expensive to read: taken with the snapshot and reused until the next. */
export type HeavySample = {
  /** When the rows were read. */
  readonly atMs: number
  /** When the files were scanned: the age of packs, logs and large files. */
  readonly filesAtMs: number
  readonly leakedSessions: number | null
  readonly flushesOnRestart: number | null
  readonly flushCalls: number | null
  readonly cronRunsLastHour: number | null
  readonly temporaryPackBytes: number | null
  readonly logBytes: number | null
  /** Recently written transcripts over the size limit, largest first, at most twenty. */
  readonly largeFiles: readonly {
    readonly sessionId: string | null
    readonly name: string
    readonly bytes: number
  }[]
}

export type GatewayActivity = {
  readonly running: boolean | null
  /** Pid and start time of the gateway, to recognize a restart. Null if unknown or not running. */
  readonly process: string | null
  /** Turns in progress, as reported by the gateway. */
  readonly activeAgents: number | null
  /** The newest trace of gateway activity other than a row: its state file or its log. */
  readonly activeMs: number | null
}

export type LightSample = {
  readonly atMs: number
  /** Monotonic. Null at the first sample and after a gap. */
  readonly sinceMs: number | null
  readonly database: Part<DatabaseSample>
  /** Active sessions by burn, at most fifty. */
  readonly moved: readonly SessionTick[]
  /** Everything burnt and written since the last sample, including sessions beyond those fifty. */
  readonly burnt: TokenSums
  readonly costUsd: number | null
  readonly messages: number
  readonly apiCalls: number
  readonly space: Part<DiskSpace>
  readonly totalInodes: number | null
  /** Which disk it is. Null if unknown. */
  readonly device: number | null
  /** Null means unknown, never none. */
  readonly holders: readonly Holder[] | null
  /** When holders were read. A result is reused until the next read. Null if never. */
  readonly holdersAskedMs: number | null
  readonly gateway: GatewayActivity
  /** Null if Hermes is not paused. */
  readonly hermesPause: HermesPause | null
  readonly heavy: HeavySample | null
}
