/** Texts about burn: signs of a loop, burn of no listed session, and whether stopping something helped. */
import { formatCount, formatShort } from '../../../shared/numbers.ts'

export const NOT_ATTRIBUTED = 'not attributed'

/** Signs of a loop, beside the name of a session. */
export const LOOP_WORDS = {
  sameCall: (repeats: number): string => `same call ${formatCount(repeats)}×`,
  noUserTurn: 'no user turn',
  messagesPerSecond: (rate: number): string => `${rate} messages/s`,
} as const

/** Half counts as a fall. Less may be chance. */
const FELL_TO = 0.5

/** Whether the rate fell, with the rates before and after. */
export function describeRates(before: number | null, after: number | null): string {
  const [was, is] = [described(before), described(after)]
  const verdict =
    before === null || after === null
      ? 'Whether the rate fell is unknown'
      : before === 0
        ? 'Nothing burnt in the minute before, so nothing could fall'
        : after <= before * FELL_TO
          ? 'The rate fell'
          : 'The rate did not fall'
  return `${verdict}: ${was} before, ${is} one minute after.`
}

const described = (rate: number | null): string =>
  rate === null ? 'unknown' : `${formatShort(rate)} tokens a minute`
