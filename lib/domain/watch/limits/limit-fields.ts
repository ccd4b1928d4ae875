/** Every limit with its label, unit and explanation, for the page and for parsing its form. */
import type { SessionLimits, WatchLimits } from './limits.ts'

export type LimitField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly unit: string
  /** What the limit does. */
  readonly words: string
  /** Stored units per shown unit. */
  readonly scale: number
  /** May be empty, which means no limit. */
  readonly isOptional: boolean
}

const MEGABYTE = 1_000_000

export const SESSION_FIELDS: readonly LimitField<keyof SessionLimits>[] = [
  {
    name: 'messages',
    label: 'Messages',
    unit: 'messages',
    words: 'Longer sessions cost more with every turn.',
    scale: 1,
    isOptional: false,
  },
  {
    name: 'fileBytes',
    label: 'Transcript file',
    unit: 'MB',
    words: 'Apparent size of one transcript.',
    scale: MEGABYTE,
    isOptional: false,
  },
  {
    name: 'tokens',
    label: 'Token budget',
    unit: 'tokens',
    words: 'Fresh input and output together.',
    scale: 1,
    isOptional: true,
  },
  {
    name: 'iterations',
    label: 'Iterations',
    unit: 'rounds',
    words: 'Tool rounds without a word from a person.',
    scale: 1,
    isOptional: false,
  },
]

export type HomeLimitName = Exclude<keyof WatchLimits, 'session' | 'overrides'>

export const HOME_FIELDS: readonly LimitField<HomeLimitName>[] = [
  {
    name: 'tokensPerMinute',
    label: 'Burn per minute',
    unit: 'tokens',
    words: 'All kinds together, of the whole home. A run a person just asked for may take ten times that.',
    scale: 1,
    isOptional: false,
  },
  {
    name: 'tokensPerHour',
    label: 'Budget per hour',
    unit: 'tokens',
    words: 'All kinds together.',
    scale: 1,
    isOptional: true,
  },
  {
    name: 'tokensPerDay',
    label: 'Budget per day',
    unit: 'tokens',
    words: 'All kinds together.',
    scale: 1,
    isOptional: true,
  },
  {
    name: 'usdPerDay',
    label: 'Money per day',
    unit: 'USD',
    words: 'Where Hermes books a price.',
    scale: 1,
    isOptional: true,
  },
  {
    name: 'cronRunsPerHour',
    label: 'Cron runs per hour',
    unit: 'runs',
    words: 'Of all jobs together.',
    scale: 1,
    isOptional: false,
  },
  {
    name: 'walBytes',
    label: 'Write-ahead log',
    unit: 'MB',
    words: 'state.db-wal; larger means somebody holds it.',
    scale: MEGABYTE,
    isOptional: false,
  },
]
