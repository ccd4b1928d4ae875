/** What the board shows: the same object for the first paint, the event stream and the polling fallback. */
import type { Wording } from '../home/fault.ts'
import type { TokenSums } from '../tokens/token-sums.ts'
import type { HomeSigns } from './home-signs.ts'
import type { Advice } from './incidents/advice.ts'
import type { Incident } from './incidents/incident.ts'

/** One step of the last hour. Null is a step nobody watched. */
export type BurnPoint = {
  readonly atMs: number
  readonly tokens: TokenSums | null
  readonly messages: number | null
}

export type Burner = {
  readonly id: string
  readonly label: string
  readonly source: string
  readonly model: string | null
  readonly cronJobId: string | null
  readonly jobName: string | null
  readonly startedMs: number
  /** Per minute over the last sixty seconds. */
  readonly tokensPerMinute: TokenSums
  readonly callsPerMinute: number
  readonly messagesPerSecond: number
  /** Fresh input and output against everything it burns, 0 to 1. */
  readonly freshShare: number | null
  readonly messages: number
  readonly iterationsSinceUser: number
  readonly repeats: number
  readonly repeatedCall: string | null
  /** Short words: "same call 209×", "no user turn". Empty: none. */
  readonly loopSigns: readonly string[]
}

/** What a group burns per minute over the last sixty seconds. */
export type BurnShare = {
  readonly key: string
  readonly label: string
  readonly tokensPerMinute: TokenSums
  readonly messagesPerMinute: number
}

export type Money = {
  readonly usd: number | null
  /** `partial`: some of what burns has no price, so this is the least it costs. */
  readonly status: 'known' | 'partial' | 'unknown'
}

export type WatchState = {
  readonly homeId: string
  /** The moment of the look this stands for. */
  readonly seenMs: number
  readonly everyMs: number
  readonly demo: boolean
  /** Why the database could not be read at this look; null when it was. */
  readonly trouble: (Wording & { readonly code: string }) | null
  readonly burn: {
    /** Null until there are two looks. */
    readonly tokensPerMinute: TokenSums | null
    readonly messagesPerMinute: number | null
    /** The same hour earlier, per minute; null where nobody watched then. */
    readonly yesterdayPerMinute: number | null
    readonly lastWeekPerMinute: number | null
    readonly lastTwoHours: TokenSums | null
    readonly lastTwoHoursMoney: Money
    /** What is added until midnight at the present rate. */
    readonly toMidnight: TokenSums | null
    readonly toMidnightMoney: Money
    readonly limitPerMinute: number
    /** How long the rate has been above its limit. */
    readonly aboveLimitMs: number
    readonly bySource: readonly BurnShare[]
    readonly byJob: readonly BurnShare[]
    readonly byModel: readonly BurnShare[]
    readonly burners: readonly Burner[]
    /** The newest step, to be added to the hour's. */
    readonly point: BurnPoint | null
  }
  readonly disk: {
    readonly freeBytes: number | null
    readonly totalBytes: number | null
    readonly freeInodes: number | null
    readonly totalInodes: number | null
    /** At the last hour's rate; null when it does not fill. */
    readonly hoursToFull: number | null
    readonly daysToFullTrend: number | null
    readonly trend: readonly number[]
  }
  readonly writes: {
    readonly lastMessageMs: number | null
    readonly rowsPerMinute: number | null
    readonly gatewayRunning: boolean | null
    readonly gatewayActiveMs: number | null
    readonly activeAgents: number | null
    readonly trend: readonly number[]
  }
  readonly wal: {
    readonly bytes: number | null
    readonly words: string
    readonly trend: readonly number[]
  }
  readonly databaseBytes: number | null
  /** Null: unknown, never none. */
  readonly holders:
    | readonly {
        readonly pid: number
        readonly command: string
        readonly startedMs: number | null
        readonly deletedInode: boolean | null
        readonly self: boolean
      }[]
    | null
  /** When who holds it was asked: less often than every look. */
  readonly holdersAskedMs: number | null
  readonly restart: { readonly flushes: number | null; readonly calls: number | null }
  readonly incidents: readonly Incident[]
  /** What is safe to do about each, by the incident's id; added where the home's circumstances are known. */
  readonly advice?: Readonly<Record<string, Advice>>
  /** What stands around the numbers; absent until it was looked up. */
  readonly signs?: HomeSigns
  readonly closedThisWeek: number
  /** The one that closed last this week; told while none is open. */
  readonly lastClosed?: Pick<Incident, 'id' | 'title' | 'openedMs' | 'closedMs'>
  /** Reading was paused by hand, so that nothing of ours is in the way. */
  readonly pausedMs: number | null
}

/** The hour behind the newest step, sent when a board opens and asked for again every few minutes. */
export type WatchHistory = {
  readonly points: readonly BurnPoint[]
  /** All tokens a day earlier, minute by minute, some minutes of them still to come today; null where nobody watched. */
  readonly yesterday: readonly (number | null)[]
  /** When the first of those minutes began, a day ago. */
  readonly yesterdayFromMs: number
}

export const NO_HISTORY: WatchHistory = { points: [], yesterday: [], yesterdayFromMs: 0 }
