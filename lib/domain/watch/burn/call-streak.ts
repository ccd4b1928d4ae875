/** Tool iterations and repeated calls of a session since a person last wrote, updated message by message. */

/** What is needed of one message. */
export type MessageStep = {
  readonly kind: 'person' | 'calls' | 'other'
  /** Number of tool calls. */
  readonly calls: number
  /** Equal for the same calls with the same arguments. Null without calls. */
  readonly sign: string | null
  /** All its calls are the same. */
  readonly same: boolean
  /** The first tool it calls. */
  readonly call: string | null
}

export type CallStreak = {
  /** Messages with tool calls since a person last wrote. */
  readonly iterations: number
  /** How many times in a row the same call was made with the same arguments. */
  readonly repeats: number
  readonly call: string | null
  readonly sign: string | null
}

export const NO_STREAK: CallStreak = { iterations: 0, repeats: 0, call: null, sign: null }

export function extendStreak(streak: CallStreak, step: MessageStep): CallStreak {
  if (step.kind === 'person') return NO_STREAK
  if (step.kind === 'other') return streak
  // Three equal calls in one message count as three. Different calls in one message repeat as a whole.
  const times = step.same ? step.calls : 1
  const continues = step.sign !== null && step.sign === streak.sign
  return {
    iterations: streak.iterations + 1,
    repeats: continues ? streak.repeats + times : times,
    call: step.call,
    sign: step.sign,
  }
}
