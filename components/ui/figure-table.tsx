import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode; minWidth?: string }

/**
 * A wide table of numbers. It scrolls inside its section instead of the page; its headers are links, so
 * keyboard users can reach every column.
 */
export function FigureTable({ label, children, minWidth = 'auto' }: Props) {
  return (
    <section aria-label={label} className="overflow-x-auto overscroll-x-contain border-t border-line">
      <table className={TABLE} style={{ minWidth }}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

const TABLE = [
  'w-full border-separate border-spacing-0 text-support',
  '[&_th,&_td]:px-2 [&_th:first-child,&_td:first-child]:pl-4 [&_th:last-child,&_td:last-child]:pr-4',
  '[&_thead_th]:h-8 [&_thead_th]:bg-surface',
  '[&_tbody_tr>*]:border-t [&_tbody_tr>*]:border-line [&_tfoot_tr>*]:border-t [&_tfoot_tr>*]:border-line-strong',
  '[&_tbody_tr:hover>*]:bg-raised',
  '[&_tbody_th]:text-left [&_tbody_th]:font-normal [&_tfoot_th]:text-left [&_tfoot_th]:font-strong',
].join(' ')
