import type { BarSeries } from './rate-model'

type Props = { series: BarSeries; height: number }

/** Bars fill the width. The darker part of each is tool rounds; amber is faster than a person can type. */
export function RateChart({ series, height }: Props) {
  const { bars, most, from, to, peakWords, title, hot } = series
  const scale = most === 0 ? 0 : 100 / most
  return (
    <figure>
      <p className={`mb-1 text-axis ${hot ? 'text-warn-text' : 'text-text-2'}`}>Most: {peakWords}</p>
      <svg
        role="img"
        aria-label={title}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        className="block w-full border-b border-line-strong"
        style={{ height }}
      >
        {bars.map(({ fromMs, messages, toolIterations, hot: isHot }, at) =>
          messages === 0 ? null : (
            <g key={fromMs} fill={isHot ? 'var(--warn)' : 'var(--accent)'}>
              <rect
                x={at + 0.08}
                width={0.84}
                y={100 - messages * scale}
                height={Math.max(2, messages * scale)}
                opacity={0.55}
              />
              <rect
                x={at + 0.08}
                width={0.84}
                y={100 - toolIterations * scale}
                height={toolIterations * scale}
              />
            </g>
          ),
        )}
      </svg>
      <figcaption className="mt-1 flex justify-between text-axis text-text-3">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  )
}
