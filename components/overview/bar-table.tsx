import type { BarTableModel as Model } from '@/components/charts/leaks-model'

/** A table with a bar in every row, relative to the longest. */
export function BarTable({ caption, head, rows }: Model) {
  return (
    <table className="w-full text-support">
      <caption className="pb-1 text-left font-strong text-text">{caption}</caption>
      <thead className="text-text-3">
        <tr className="h-6">
          {head.map((label, place) =>
            place === 0 ? (
              <th key={label} scope="col" className="pr-3 text-left font-normal">
                {label}
              </th>
            ) : (
              <th
                key={label}
                scope="col"
                className={`${FIGURE} ${place === TOTAL_COLUMN ? WIDE : ''} font-normal`}
              >
                {label}
              </th>
            ),
          )}
          <td aria-hidden />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, color, barShare, figures }) => (
          <tr key={key} className="h-7">
            <th scope="row" className="max-w-28 truncate pr-2 text-left font-normal md:max-w-40" title={name}>
              <bdi>{name}</bdi>
            </th>
            {figures.map((figure, place) => (
              <td
                key={head[place + 1]}
                className={`${FIGURE} ${place + 1 === TOTAL_COLUMN ? WIDE : ''} ${place === 0 ? '' : 'text-text-2'}`}
              >
                {figure}
              </td>
            ))}
            <td className="w-full min-w-4 pl-2" aria-hidden>
              {barShare > 0 && (
                <span
                  className="block h-2 min-w-0.5 rounded-[2px]"
                  style={{ width: `${barShare * 100}%`, background: color }}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FIGURE = 'pl-2 text-right whitespace-nowrap'
/** On a phone the share makes the total redundant. */
const TOTAL_COLUMN = 2
const WIDE = 'hidden md:table-cell'
