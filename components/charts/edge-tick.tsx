type Props = {
  words: ReadonlyMap<string | number, string>
  first?: string | number | undefined
  last?: string | number | undefined
  /** Set by the axis. */
  x?: number | string
  y?: number | string
  payload?: { readonly value: string | number }
}

/** An axis label that is aligned inward at both ends of the axis, so that it is not cut off. */
export function EdgeTick({ words, first, last, x, y, payload }: Props) {
  if (payload === undefined) return null
  const anchor = payload.value === first ? 'start' : payload.value === last ? 'end' : 'middle'
  return (
    <text x={x} y={y} dy="0.71em" textAnchor={anchor} fontSize={11} fill="var(--axis)">
      {words.get(payload.value)}
    </text>
  )
}
