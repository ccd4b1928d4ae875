import type { TableModel, TableRow } from './chart-data'

/** The numbers of a chart. The header row and the names stay visible while scrolling. */
export function DataTable({ caption, head, rows, foot }: TableModel) {
  return (
    <table className={TABLE}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, ...row }) => (
          <Row key={key} {...row} head={head} />
        ))}
      </tbody>
      {foot !== undefined && (
        <tfoot>
          <Row cells={foot} head={head} />
        </tfoot>
      )}
    </table>
  )
}

/** Styled once on the table: a long history has a thousand cells. */
const TABLE = [
  'w-full border-separate border-spacing-0 text-support',
  '[&_td,&_th]:h-8 [&_td,&_th]:border-b [&_td,&_th]:border-line [&_td,&_th]:px-3 [&_td,&_th]:text-right [&_td,&_th]:whitespace-nowrap',
  '[&_td:last-child,&_th:last-child]:pr-4',
  '[&_th:first-child]:sticky [&_th:first-child]:left-0 [&_th:first-child]:max-w-64 [&_th:first-child]:truncate [&_th:first-child]:bg-surface [&_th:first-child]:pl-4 [&_th:first-child]:text-left',
  '[&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-surface [&_thead_th]:font-medium [&_thead_th]:text-text-3 [&_thead_th:first-child]:z-1',
  '[&_tbody_th]:font-normal [&_tfoot_td]:font-strong [&_tfoot_th]:font-strong',
].join(' ')

type RowProps = Omit<TableRow, 'key'> & { head: readonly string[] }

function Row({ cells, head, href }: RowProps) {
  const [name, ...figures] = cells
  return (
    <tr>
      <th scope="row">{href === undefined ? name : <NameLink name={name} href={href} />}</th>
      {figures.map((figure, index) => (
        <td key={head[index + 1]}>{figure}</td>
      ))}
    </tr>
  )
}

/** While only screen readers see the table, its links are not tab stops. */
const NameLink = ({ name, href }: { name: string | undefined; href: string }) => (
  <>
    <span className="group-data-shown/numbers:hidden">{name}</span>
    <a
      href={href}
      className="hidden underline decoration-line-strong underline-offset-2 hover:decoration-text group-data-shown/numbers:inline"
    >
      {name}
    </a>
  </>
)
