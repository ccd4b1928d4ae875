/** How a session goes on without a word from a person: counted message by message, from the oldest to the newest. */

/** One message, as far as the walk needs to know it. */
export type MessageStep = {
  readonly kind: 'person' | 'calls' | 'other'
  /** How many tools it calls. */
  readonly calls: number
  /** Equal for the same calls with the same arguments; null where it calls nothing. */
  readonly sign: string | null
  /** All its calls are the same one. */
  readonly same: boolean
  /** The tool it calls first. */
  readonly call: string | null
}

export type CallStreak = {
  /** Messages that called tools since the last word of a person. */
  readonly iterations: number
  /** The same call with the same arguments, this many times in a row. */
  readonly repeats: number
  readonly call: string | null
  readonly sign: string | null
}

export const NO_STREAK: CallStreak = { iterations: 0, repeats: 0, call: null, sign: null }

export function extendStreak(streak: CallStreak, step: MessageStep): CallStreak {
  if (step.kind === 'person') return NO_STREAK
  if (step.kind === 'other') return streak
  // Three equal calls in one message are three in a row; different ones side by side repeat as a whole.
  const times = step.same ? step.calls : 1
  const continues = step.sign !== null && step.sign === streak.sign
  return {
    iterations: streak.iterations + 1,
    repeats: continues ? streak.repeats + times : times,
    call: step.call,
    sign: step.sign,
  }
}
