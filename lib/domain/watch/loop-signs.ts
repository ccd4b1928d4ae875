/** Short descriptions of the signs of a loop. None is proof by itself. */
import { formatCount } from '../../shared/numbers.ts'

export type LoopFacts = {
  readonly repeats: number
  readonly iterationsSinceUser: number
  readonly messagesPerSecond: number
}

const SAME_CALLS = 5
const ITERATIONS = 30
const MESSAGES_PER_SECOND = 1

export function loopSigns({ repeats, iterationsSinceUser, messagesPerSecond }: LoopFacts): string[] {
  return [
    repeats >= SAME_CALLS ? `same call ${formatCount(repeats)}×` : '',
    iterationsSinceUser >= ITERATIONS ? 'no user turn' : '',
    messagesPerSecond >= MESSAGES_PER_SECOND ? `${messagesPerSecond} messages/s` : '',
  ].filter(Boolean)
}
