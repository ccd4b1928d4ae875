'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { moreInGroup, READ_FAILED_RETRY } from '@/components/cleanup/words'
import type { PlanItem } from '@/lib/domain/plan/plan'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import { GroupCells } from './group-row'
import type { ItemPages, ItemSource } from './item-pages'
import { ItemCells } from './item-row'
import type { Line, Lines } from './table-rows'
import type { Unticked } from './use-unticked'
import type { VerdictWord } from './verdict-badge'

type Props = {
  lines: Lines
  pages: ItemPages
  choice: PlanChoice
  unticked: Unticked
  canTick: boolean
  goesWord: VerdictWord
  atMs: number
  onOpen: (groupKey: string) => void
}

const ROW_HEIGHT = { wide: 33, narrow: 57 }
/** On phones and tablets verdict, reason and age are below the name. */
const COLUMNS = { wide: 6, narrow: 3 }
/** The window size that the server assumes for its first render. */
const FIRST_RECT = { width: 1440, height: 1400 }

/** Every item of the plan, scrolled with the page. Virtualized, so only visible rows are rendered. */
export function PlanTable(props: Props) {
  const { lines, pages } = props
  useSyncExternalStore(
    pages.subscribe,
    () => pages.version,
    () => 0,
  )
  const isWide = useWideScreen()
  const columns = isWide ? COLUMNS.wide : COLUMNS.narrow
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = () => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const isNew = useRenderedInBrowser()
  const virtualizer = useWindowVirtualizer({
    count: lines.count,
    estimateSize: () => (isWide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow),
    overscan: 12,
    scrollMargin: top,
    initialRect: FIRST_RECT,
    // A reload keeps the scroll position. A plan opened from a form starts at its top, wherever the form was scrolled.
    initialOffset: () => (isNew || typeof window === 'undefined' ? 0 : window.scrollY),
  })
  const shown = virtualizer.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]

  useEffect(() => {
    for (const { index } of shown) {
      const line = lines.at(index)
      if (line?.kind === 'item') void pages.want(line.source, line.index)
    }
  })

  const before = first === undefined ? 0 : first.start - virtualizer.options.scrollMargin
  const after =
    last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - virtualizer.options.scrollMargin)
  return (
    <div ref={box}>
      <table className="plan-table" aria-rowcount={lines.count + 1}>
        <thead>
          <tr>
            <th scope="col" className="w-11">
              <span className="sr-only">Tick</span>
            </th>
            <th scope="col">Item</th>
            <th scope="col" className="hidden w-22 lg:table-cell">
              Verdict
            </th>
            <th scope="col" className="hidden w-60 lg:table-cell">
              Reason
            </th>
            <th scope="col" className="hidden w-20 text-right lg:table-cell">
              Last active
            </th>
            <th scope="col" className="w-22 text-right">
              On disk
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns} />}
          {shown.map(({ index, key }) => {
            const line = lines.at(index)
            return line === undefined ? null : (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={line.kind}
              >
                <LineCells {...props} line={line} columns={columns} />
              </tr>
            )
          })}
          {after > 0 && <Spacer height={after} columns={columns} />}
        </tbody>
      </table>
    </div>
  )
}

/** Below this, six columns do not fit next to the navigation. Same width as the stylesheet's `lg`. */
const WIDE = '(min-width: 72rem)'

const useWideScreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )

/** Whether this was first rendered in the browser. False if the server rendered it. */
function useRenderedInBrowser(): boolean {
  const isHere = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [atFirst] = useState(isHere)
  return atFirst
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className="spacer">
    <td colSpan={columns} style={{ height }} />
  </tr>
)

function LineCells({ line, columns, ...props }: Props & { line: Line; columns: number }) {
  const { pages, choice, unticked, canTick, goesWord, atMs, onOpen } = props
  switch (line.kind) {
    case 'group':
      return (
        <GroupCells group={line.group} unticked={choice.untickedOf.get(line.group.key)} columns={columns} />
      )
    case 'more':
      return (
        <>
          <td />
          <td colSpan={columns - 1}>
            <button
              type="button"
              onClick={() => onOpen(line.group.key)}
              className="min-h-10 text-accent-text underline-offset-2 hover:underline md:min-h-6"
            >
              {moreInGroup(line.count)}
            </button>
          </td>
        </>
      )
    case 'item': {
      const item = pages.at(line.source, line.index)
      if (item === undefined) return <WaitingCells pages={pages} source={line.source} columns={columns} />
      return (
        <ItemCells
          item={item}
          isUnticked={unticked.items.has(item.id)}
          canTick={canTick}
          goesWord={goesWord}
          atMs={atMs}
          onToggle={(toggled: PlanItem) => void unticked.toggle(toggled)}
        />
      )
    }
  }
}

type WaitingProps = { pages: ItemPages; source: ItemSource; columns: number }

function WaitingCells({ pages, source, columns }: WaitingProps) {
  return (
    <>
      <td />
      <td colSpan={columns - 1} className="text-text-3">
        {pages.hasFailed(source) ? (
          <button type="button" className="text-accent-text underline" onClick={() => pages.again(source)}>
            {READ_FAILED_RETRY}
          </button>
        ) : (
          <span className="block h-3 w-48 rounded-chip bg-raised" aria-hidden />
        )}
      </td>
    </>
  )
}
