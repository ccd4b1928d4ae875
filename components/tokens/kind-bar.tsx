import { TOKEN_COLORS } from '@/components/charts/colors'
import type { BreakdownRow } from './breakdown-model'

/** The four kinds in one bar, relative to the largest group. */
export function KindBar({ parts }: Pick<BreakdownRow, 'parts'>) {
  return (
    <span className="flex h-2 gap-px" aria-hidden>
      {parts.map(({ kind, share }) =>
        share === 0 ? null : (
          <span
            key={kind}
            className="rounded-[1px]"
            style={{ width: `${share * 100}%`, background: TOKEN_COLORS[kind] }}
          />
        ),
      )}
    </span>
  )
}
