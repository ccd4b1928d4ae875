type Props = {
  /** Given by the axis. */
  x?: number | string
  y?: number | string
  width?: number | string
  visibleTicksCount?: number
  payload?: { readonly value: string }
}

const NARROW_PX = 50

/** `30–90 d`, on two lines where a column is too narrow for one. */
export function AgeTick({ x, y, width, visibleTicksCount = 1, payload }: Props) {
  if (payload === undefined) return null
  const [range, unit] = payload.value.split(' ')
  const isNarrow = Number(width) / visibleTicksCount < NARROW_PX
  return (
    <text x={x} y={y} textAnchor="middle" fontSize={11} fill="var(--axis)">
      <tspan x={x} dy={isNarrow ? '0.4em' : '0.71em'}>
        {isNarrow ? range : payload.value}
      </tspan>
      {isNarrow && (
        <tspan x={x} dy="1.1em">
          {unit}
        </tspan>
      )}
    </text>
  )
}
