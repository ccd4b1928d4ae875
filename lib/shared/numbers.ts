/** Numbers as people read them: decimal units, three digits, the unit apart so that it can be set small. */
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

/** By hand: the first number a browser is asked to format by locale costs a phone 40 ms. */
const groupThousands = (amount: number): string => {
  const [whole = '', ...rest] = String(amount).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/** 73.5 %; whole percents drop the decimal, and little is not nothing. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 1000) / 10
  if (percent === 0 && share > 0) return '< 0.1 %'
  return `${groupThousands(percent)} %`
}

/** `1 session`, `2 sessions`, `1,275 sessions`. */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const joinQuantity = ({ value, unit }: Quantity): string => (unit === '' ? value : `${value} ${unit}`)

/** Bytes keep three digits, `12.0`, so that columns line up; counts drop the zeros that say nothing. */
function scale(amount: number, units: readonly string[], keepZeros: boolean): Quantity {
  const sign = amount < 0 ? '-' : ''
  let rest = Math.abs(amount)
  let step = 0
  // 999.5 and more would round up to four digits, so it already belongs to the next unit.
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
