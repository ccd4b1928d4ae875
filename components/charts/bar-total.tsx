type Props = {
  x?: number | string | undefined
  y?: number | string | undefined
  width?: number | string | undefined
  text: string
  /** For a total of zero. */
  dim?: boolean
  /** At the right edge, where a centered label has no room. */
  alignRight?: boolean
}

/** The total above a stacked bar. */
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
      // The outline keeps the number readable over a taller bar behind it.
      stroke="var(--surface)"
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  )
}
