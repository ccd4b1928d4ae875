import { EmptyState } from '@/components/ui/empty-state'
import { FigureTable } from '@/components/ui/figure-table'
import { SectionCard } from '@/components/ui/section-card'
import { SortChoice } from '@/components/ui/sort-choice'
import { SortHead } from '@/components/ui/sort-head'
import { Swatch } from '@/components/ui/swatch'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { RecountButton } from './recount-button'
import { type DatabaseTableRow, type TablePart, tableParts, tableRows } from './tables-model'
import { type DatabaseState, sortTables, type TableSort, tableSortHref } from './view-state'
import { countWords, FIRST_COUNT, FIRST_COUNT_NOTE, TABLES_LABEL, tablesTitle } from './words'

type Props = {
  view: DatabaseView
  state: DatabaseState
  homeId: string
  countDatabase: (input: { home: string }) => Promise<unknown>
}

export function TablesCard({ view, state, homeId, countDatabase }: Props) {
  const rows = view.tables === null ? null : tableRows(sortTables(view.tables, state))
  const parts = tableParts(view)
  return (
    <SectionCard
      title={tablesTitle(view)}
      subtitle={countWords(view.count)}
      tools={
        <RecountButton
          homeId={homeId}
          isRunning={view.count.state !== 'idle'}
          countDatabase={countDatabase}
        />
      }
    >
      {rows === null ? (
        <EmptyState title={view.count.state === 'idle' ? 'Not counted' : FIRST_COUNT} minHeight={160}>
          {FIRST_COUNT_NOTE}
        </EmptyState>
      ) : (
        <>
          <PartsBar parts={parts} />
          <div className="hidden lg:block">
            <Table rows={rows} state={state} />
          </div>
          <SortChoice options={COLUMNS.map(({ label, sort }) => ({ label, ...orderOf(state, sort) }))} />
          <ul className="lg:hidden">
            {rows.map((row) => (
              <PhoneRow key={row.name} row={row} />
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  )
}

const COLUMNS = [
  { label: 'Name', sort: 'name' },
  { label: 'Rows', sort: 'rows' },
  { label: 'Unused', sort: 'unusedBytes' },
  { label: 'Bytes', sort: 'bytes' },
] as const satisfies readonly { label: string; sort: TableSort }[]

const orderOf = (state: DatabaseState, sort: TableSort) => ({
  href: tableSortHref(state, sort),
  sorted: state.sort === sort ? state.order : null,
})

function PartsBar({ parts }: { parts: readonly TablePart[] }) {
  return (
    <div className="px-3 pb-3 md:px-4">
      <div className="flex h-4 gap-0.5" aria-hidden>
        {parts
          .filter(({ bytes }) => bytes > 0)
          .map(({ key, color, bytes }) => (
            <span
              key={key}
              className="min-w-0.5 basis-0 rounded-[2px]"
              style={{ flexGrow: bytes, background: color }}
            />
          ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-support text-text-2">
        {parts.map(({ key, label, color, value }) => (
          <li key={key} className="flex items-center gap-1.5 whitespace-nowrap">
            <Swatch color={color} />
            {label} <b className="font-medium text-text">{value}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Table({ rows, state }: { rows: readonly DatabaseTableRow[]; state: DatabaseState }) {
  const [name, ...figures] = COLUMNS
  return (
    <FigureTable label={TABLES_LABEL}>
      <thead>
        <tr>
          <SortHead label={name.label} align="left" {...orderOf(state, name.sort)} />
          <td aria-hidden className="w-full" />
          {figures.map(({ label, sort }) => (
            <SortHead key={sort} label={label} {...orderOf(state, sort)} />
          ))}
          <th scope="col" className="text-right font-medium text-text-3">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} data-row tabIndex={-1}>
            <th scope="row" className="max-w-72 py-1">
              <span className="block font-mono">
                <TruncateMiddle text={row.name} keep={14} />
              </span>
              <span className="block truncate text-axis text-text-3" title={row.what}>
                {row.what}
              </span>
            </th>
            <td aria-hidden className="min-w-12">
              {row.bar > 0 && (
                <span
                  className="block h-2 min-w-0.5 rounded-[2px]"
                  style={{ width: `${row.bar * 100}%`, background: row.color }}
                />
              )}
            </td>
            <td className={FIGURE}>{row.rows}</td>
            <td className={FIGURE}>{row.unused}</td>
            <td className="text-right font-medium whitespace-nowrap">{row.bytes}</td>
            <td className={FIGURE}>{row.share}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

const FIGURE = 'text-right whitespace-nowrap text-text-2'

function PhoneRow({ row }: { row: DatabaseTableRow }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-3 py-2 text-support md:px-4">
      <span className="font-mono wrap-anywhere">{row.name}</span>
      <b className="text-right font-strong">
        {row.bytes} <span className="font-normal text-text-3">{row.share}</span>
      </b>
      <span className="text-text-3">{row.what}</span>
      <span className="text-right text-text-3">{row.rowWords}</span>
    </li>
  )
}
