/** The burn of the demo's runaway, call by call: its context grows until Hermes compresses it, and grows again. */
import { DEMO } from './demo-figures.ts'

const CALLS_TO_COMPRESSION = 38

/** The cost of a call relative to the others. */
const weightOf = (call: number): number => 1.5 + (call % CALLS_TO_COMPRESSION) / CALLS_TO_COMPRESSION

/** Total before each call, and after the last. */
const SPENT = [0]
for (let call = 0; call < DEMO.runaway.apiCalls; call += 1) SPENT.push((SPENT.at(-1) ?? 0) + weightOf(call))

/** The share of its tokens burnt by then: 0 before it started, 1 after it ended. */
export function runawayShare(ageMs: number): number {
  const { endedAgoMs, lastedMs, apiCalls } = DEMO.runaway
  const passed = 1 - (ageMs - endedAgoMs) / lastedMs
  const calls = Math.min(1, Math.max(0, passed)) * apiCalls
  const whole = Math.floor(calls)
  // A call is counted in parts: input and output.
  const spent = (SPENT[whole] ?? 0) + (calls - whole) * weightOf(whole)
  return spent / (SPENT.at(-1) ?? 1)
}
