/** What a looping session looks like. No sign is proof by itself. */
import { LOOP_WORDS } from './words.ts'

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
    repeats >= SAME_CALLS ? LOOP_WORDS.sameCall(repeats) : '',
    iterationsSinceUser >= ITERATIONS ? LOOP_WORDS.noUserTurn : '',
    messagesPerSecond >= MESSAGES_PER_SECOND ? LOOP_WORDS.messagesPerSecond(messagesPerSecond) : '',
  ].filter(Boolean)
}
