/** A sparkline. Constant values are in the middle; fewer than two values draw nothing. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return ''
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const step = width / (values.length - 1)
  return values
    .map((value, index) => {
      const share = range === 0 ? 0.5 : (value - low) / range
      return `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round((1 - share) * (height - 2) + 1)}`
    })
    .join('')
}

const round = (value: number): number => Math.round(value * 10) / 10
