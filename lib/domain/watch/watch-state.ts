/** The state shown by Watch, for the first render, the event stream and polling. */
import type { HermesPause } from '../home/hermes-pause.ts'
import type { Wording } from '../home/words.ts'
import type { TokenSums } from '../tokens/token-sums.ts'
import type { HomeSigns } from './home-signs.ts'
import type { Advice } from './incidents/advice.ts'
import type { Incident } from './incidents/incident.ts'

/** One step of the last hour. Null where Steward was not watching. */
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
  /** Over the last sixty seconds. */
  readonly tokensPerMinute: TokenSums
  readonly callsPerMinute: number
  readonly messagesPerSecond: number
  /** Fresh input and output as a share of everything, 0 to 1. */
  readonly freshShare: number | null
  readonly messages: number
  readonly iterationsSinceUser: number
  readonly repeats: number
  readonly repeatedCall: string | null
  /** For example "same call 209×" or "no user turn". */
  readonly loopSigns: readonly string[]
}

/** What a group burns per minute, over the last sixty seconds. */
export type BurnShare = {
  readonly key: string
  readonly label: string
  readonly tokensPerMinute: TokenSums
  readonly messagesPerMinute: number
}

export type Money = {
  readonly usd: number | null
  /** `partial`: something has no price, so this is a lower bound. */
  readonly status: 'known' | 'partial' | 'unknown'
}

export type WatchState = {
  readonly homeId: string
  /** Time of the sample. */
  readonly seenMs: number
  readonly everyMs: number
  readonly demo: boolean
  /** Why the database could not be read, or null. */
  readonly trouble: (Wording & { readonly code: string }) | null
  readonly burn: {
    /** Null until there are two samples. */
    readonly tokensPerMinute: TokenSums | null
    readonly messagesPerMinute: number | null
    /** The same time on an earlier day, per minute. Null if Steward was not watching. */
    readonly yesterdayPerMinute: number | null
    readonly lastWeekPerMinute: number | null
    readonly lastTwoHours: TokenSums | null
    readonly lastTwoHoursMoney: Money
    /** What will be added until midnight at the current rate. */
    readonly toMidnight: TokenSums | null
    readonly toMidnightMoney: Money
    readonly limitPerMinute: number
    /** How long the rate has been above its limit. */
    readonly aboveLimitMs: number
    readonly bySource: readonly BurnShare[]
    readonly byJob: readonly BurnShare[]
    readonly byModel: readonly BurnShare[]
    readonly burners: readonly Burner[]
    /** The newest step, to append to the last hour. */
    readonly point: BurnPoint | null
  }
  readonly disk: {
    readonly freeBytes: number | null
    readonly totalBytes: number | null
    readonly freeInodes: number | null
    readonly totalInodes: number | null
    /** In the last hour. Null until watched long enough. */
    readonly isFilling: boolean | null
    /** At the last hour's rate. Null if it does not fill, or that is not known. */
    readonly hoursToFull: number | null
    /** At the home's growth of the last days, as on the overview. */
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
  /** Null means unknown, never none. */
  readonly holders:
    | readonly {
        readonly pid: number
        readonly command: string
        readonly startedMs: number | null
        readonly deletedInode: boolean | null
        readonly self: boolean
      }[]
    | null
  /** When holders were last read, which is not at every sample. */
  readonly holdersAskedMs: number | null
  readonly restart: { readonly flushes: number | null; readonly calls: number | null }
  readonly incidents: readonly Incident[]
  /** Advice by incident id, where known. */
  readonly advice?: Readonly<Record<string, Advice>>
  /** Absent until it was read. */
  readonly signs?: HomeSigns
  readonly closedThisWeek: number
  /** The last incident closed this week, shown while none is open. */
  readonly lastClosed?: Pick<Incident, 'id' | 'title' | 'openedMs' | 'closedMs'>
  /** `hermes pause` holds new work of this home. */
  readonly hermesPause: HermesPause | null
  /** Since when monitoring is paused by a person. */
  readonly pausedMs: number | null
}

/** The last hour, sent when a page opens and again every few minutes. */
export type WatchHistory = {
  readonly points: readonly BurnPoint[]
  /**
   * Total tokens a day earlier by minute, including some minutes still to come today. Null where Steward was
   * not watching.
   */
  readonly yesterday: readonly (number | null)[]
  /** Start of the first of those minutes, a day ago. */
  readonly yesterdayFromMs: number
}

export const NO_HISTORY: WatchHistory = { points: [], yesterday: [], yesterdayFromMs: 0 }
