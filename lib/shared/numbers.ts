/** Formats numbers: decimal units, three digits, and the unit separate so that it can be small. */
export type Quantity = { readonly value: string; readonly unit: string }

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const
const COUNT_UNITS = ['', 'K', 'M', 'B', 'T'] as const

/** 17.7 GB, 412 MB, 1.70 GB, 12.0 KB, 0 B. */
export const bytesQuantity = (bytes: number): Quantity => scale(bytes, BYTE_UNITS, true)

/** 184 K, 31.4 M, 950: for tokens and other large counts. */
export const shortQuantity = (count: number): Quantity => scale(count, COUNT_UNITS, false)

export const formatBytes = (bytes: number): string => joinQuantity(bytesQuantity(bytes))

export const formatShort = (count: number): string => joinQuantity(shortQuantity(count))

/** 3,049 */
export const formatCount = (count: number): string => groupThousands(Math.round(count))

/** Without Intl: the first number formatted by locale takes 40 ms on a phone. */
const groupThousands = (amount: number): string => {
  const [whole = '', ...rest] = String(amount).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/** 73.5 %. Whole percents have no decimal, and a small share is not zero. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 1000) / 10
  if (percent === 0 && share > 0) return '< 0.1 %'
  return `${groupThousands(percent)} %`
}

/** `1 session`, `2 sessions`, `1,275 sessions`. */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const joinQuantity = ({ value, unit }: Quantity): string => (unit === '' ? value : `${value} ${unit}`)

/** Bytes keep three digits (`12.0`), so that columns align; counts drop trailing zeros. */
function scale(amount: number, units: readonly string[], keepZeros: boolean): Quantity {
  const sign = amount < 0 ? '-' : ''
  let rest = Math.abs(amount)
  let step = 0
  // 999.5 and more would round to four digits, so it belongs to the next unit.
  while (rest >= 999.5 && step < units.length - 1) {
    rest /= 1000
    step += 1
  }
  const digits = step === 0 || rest >= 100 ? 0 : rest >= 10 ? 1 : 2
  const text = rest.toFixed(digits)
  return {
    value: sign + (digits === 0 || keepZeros ? text : text.replace(/\.?0+$/, '')),
    unit: units[step] ?? '',
  }
}
