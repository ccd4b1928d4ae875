/** Whether stopping something helped, with the rates before and after. */
import { formatShort } from '../../../shared/numbers.ts'

/** Half counts as a fall. Less may be chance. */
const FELL_TO = 0.5

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
