/** Round axis values from zero to just above the maximum, in three or four steps. */
export function niceTicks(max: number): number[] {
  if (!(max > 0)) return [0, 1]
  const step = roundStep(max / 4)
  const count = Math.ceil(max / step)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 10].find((candidate) => candidate * power >= atLeast) ?? 10
  return factor * power
}

/** For counts: only integers are ticks. */
export const wholeTicks = (max: number): number[] =>
  max <= 3
    ? Array.from({ length: Math.max(1, max) + 1 }, (_, index) => index)
    : niceTicks(max).filter(Number.isInteger)
