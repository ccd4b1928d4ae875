'use client'

import Table from 'lucide-react/icons/table'
import { type ReactNode, useId, useState } from 'react'
import { ChartBoundary } from './chart-boundary'
import type { TableModel } from './chart-data'
import { DataTable } from './data-table'
import { useIdleTurn } from './use-idle-turn'
import { showAsTable } from './words'

type Props = {
  title: string
  subtitle: ReactNode
  /** Controls that change what the chart shows. */
  tools?: ReactNode
  chart: ReactNode
  /** The same numbers as a table, or null if there are none. */
  table: TableModel | null
}

/**
 * A title, its chart and the same numbers as a table. Screen readers always get the table; the button shows
 * it in place of the chart, so nothing on the page moves. The table is rendered when the browser is idle,
 * because a thousand cells that few people open would delay the page. Without JavaScript it is below the
 * chart.
 */
export function ChartCard({ title, subtitle, tools, chart, table }: Props) {
  const headingId = useId()
  const [showsTable, setShowsTable] = useState(false)
  const isTableRendered = useIdleTurn() || showsTable
  return (
    <section
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pt-3 md:px-4 md:pt-3.5">
        <div className="min-w-0 flex-1">
          <h2 id={headingId} className="text-card font-strong tracking-[-.005em] text-pretty wrap-break-word">
            {title}
          </h2>
          {subtitle !== null && <p className="mt-0.5 text-support text-text-3">{subtitle}</p>}
        </div>
        {tools !== undefined && (
          <div className="order-last basis-full empty:hidden md:order-none md:basis-auto">{tools}</div>
        )}
        {table !== null && (
          <button
            type="button"
            aria-label={showAsTable(title)}
            aria-pressed={showsTable}
            onClick={() => setShowsTable(!showsTable)}
            className="-mt-2 -mr-2 inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-accent-text md:-mt-1 md:-mr-1 md:size-7"
          >
            <Table size={16} strokeWidth={1.5} />
          </button>
        )}
      </header>
      <div className="relative flex-1 p-3 md:px-4 md:pb-4">
        <div className={showsTable ? 'invisible' : undefined}>
          <ChartBoundary>{chart}</ChartBoundary>
        </div>
        {table !== null && (
          <section
            aria-label={`Numbers of: ${title}`}
            tabIndex={showsTable ? 0 : undefined}
            data-shown={showsTable || undefined}
            className={
              showsTable
                ? 'group/numbers absolute inset-0 my-2 overflow-auto overscroll-contain'
                : 'group/numbers sr-only [content-visibility:auto] noscript:not-sr-only noscript:overflow-x-auto'
            }
          >
            {isTableRendered ? (
              <DataTable {...table} />
            ) : (
              <noscript>
                <DataTable {...table} />
              </noscript>
            )}
          </section>
        )}
      </div>
    </section>
  )
}
