type Props = {
  x?: number | string | undefined
  y?: number | string | undefined
  width?: number | string | undefined
  text: string
  /** Nothing is there to see: the number steps back. */
  dim?: boolean
  /** At the right edge there is no room on both sides. */
  alignRight?: boolean
}

/** The total above a stack of bars. */
export function BarTotal({ x, y, width, text, dim = false, alignRight = false }: Props) {
  const left = Number(x)
  const barWidth = Number(width)
  return (
    <text
      x={alignRight ? left + barWidth : left + barWidth / 2}
      y={Number(y) - 7}
      textAnchor={alignRight ? 'end' : 'middle'}
      fontSize={12}
      fontWeight={dim ? 400 : 500}
      fill={dim ? 'var(--text-3)' : 'var(--text)'}
      // Where a taller bar stands behind the number, a rim keeps it readable.
      stroke="var(--surface)"
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  )
}
