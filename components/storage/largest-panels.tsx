import type { ReactNode } from 'react'
import { CLASS_COLORS } from '@/components/charts/colors'
import { EmptyState } from '@/components/ui/empty-state'
import { HomeName } from '@/components/ui/home-name'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import { holdsSeveralClasses } from '@/lib/domain/storage/classify-path'
import type { StorageClass } from '@/lib/domain/storage/storage'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import type { Measure } from '@/lib/domain/storage/treemap'
import { bytesQuantity, formatPlural } from '@/lib/shared/numbers'
import { folderHref, type StorageList, type StorageViewState, storageHref } from './view-state'
import {
  LARGEST_FILES_BELOW,
  LARGEST_FOLDERS_NOTE,
  LARGEST_SOON,
  largestFilesNote,
  NO_FILES_HERE,
  NO_LARGEST_FILE,
} from './words'

type Props = { report: StorageReport; view: StorageViewState }

const COLLAPSED_ROWS = 10

export function LargestFoldersPanel({ report, view }: Props) {
  const folders = report.largestFolders
  return (
    <Panel title="Largest folders" subtitle={LARGEST_FOLDERS_NOTE}>
      <Rows
        list="folders"
        view={view}
        unknown={folders === null}
        rows={largestFirst(folders ?? [], view).map((folder) => (
          <Row
            key={folder.path}
            path={folder.path}
            href={folderHref(view, folder.path)}
            class={folder.class}
            bytes={folder[view.measure]}
            aside={formatPlural(folder.files, 'file')}
          />
        ))}
      />
    </Panel>
  )
}

/** `files` may be limited to one folder. */
export function LargestFilesPanel({
  report,
  view,
  files = report.largestFiles,
}: Props & Pick<FilesProps, 'files'>) {
  const isInside = view.at !== null && view.at.length > 0
  return (
    <Panel
      title={isInside ? LARGEST_FILES_BELOW : 'Largest files'}
      subtitle={largestFilesNote(view.measure === 'bytes')}
    >
      <Rows
        list="files"
        view={view}
        unknown={files === null}
        nothing={isInside ? NO_LARGEST_FILE : undefined}
        rows={largestFirst(files ?? [], view).map((file) => (
          <Row
            key={file.path}
            path={file.path}
            href={folderHref(view, file.path.split('/').slice(0, -1).join('/'))}
            class={file.class}
            bytes={file[view.measure]}
            aside={file.modifiedAt === null ? 'unknown' : <LocalTime iso={file.modifiedAt} show="date" />}
          />
        ))}
      />
    </Panel>
  )
}

/** By the measure that is shown. */
const largestFirst = <T extends Readonly<Record<Measure, number>>>(
  entries: readonly T[],
  { measure }: StorageViewState,
): T[] => [...entries].sort((a, b) => b[measure] - a[measure])

type FilesProps = { files?: StorageReport['largestFiles'] | undefined }

type RowsProps = {
  list: StorageList
  view: StorageViewState
  rows: ReactNode[]
  unknown: boolean
  nothing?: string | undefined
}

function Rows({ list, view, rows, unknown, nothing }: RowsProps) {
  if (rows.length === 0) {
    return (
      <EmptyState title={unknown ? 'Unknown' : 'None'} minHeight={120}>
        {unknown ? LARGEST_SOON : (nothing ?? NO_FILES_HERE)}
      </EmptyState>
    )
  }
  const rest = rows.slice(COLLAPSED_ROWS)
  const others = view.expanded.filter((each) => each !== list)
  return (
    <>
      <ul id={`largest-${list}`} className="mt-2 scroll-mt-32">
        {rows.slice(0, COLLAPSED_ROWS)}
      </ul>
      {rest.length > 0 && !view.expanded.includes(list) && (
        <ListLink list={list} href={storageHref(view, { expanded: [...others, list] })}>
          Show {rest.length} more
        </ListLink>
      )}
      {rest.length > 0 && view.expanded.includes(list) && (
        // The new rows appear where the link was, and so does the next tab stop.
        <>
          <ul>{rest}</ul>
          <ListLink list={list} href={storageHref(view, { expanded: others })}>
            Show fewer
          </ListLink>
        </>
      )}
    </>
  )
}

type ListLinkProps = { list: StorageList; href: string; children: ReactNode }

/**
 * The expanded list has its own address: the page does not carry forty rows that few ask for, and the list
 * can be shared.
 */
const ListLink = ({ list, href, children }: ListLinkProps) => (
  <a
    href={`${href}#largest-${list}`}
    data-stay
    className="flex min-h-10 items-center border-t border-line px-3 text-support text-text-2 hover:text-text focus-visible:-outline-offset-2 md:min-h-8 md:px-4"
  >
    {children}
  </a>
)

type RowProps = {
  path: string
  href: string | null
  class: StorageClass
  bytes: number
  aside: ReactNode
}

function Row({ path, href, class: id, bytes, aside }: RowProps) {
  return (
    <li className="grid min-h-10 grid-cols-[8px_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line px-3 text-support hover:bg-raised md:min-h-8 md:grid-cols-[8px_minmax(0,1fr)_6rem_4.5rem] md:px-4">
      <Swatch color={holdsSeveralClasses(path.split('/')) ? 'var(--ghost)' : CLASS_COLORS[id]} />
      <span className="min-w-0 font-mono">
        {href === null ? (
          <HomeName text={path} keep={20} />
        ) : (
          // A plain link, because hydrating a hundred of them is slow on a phone. usePlainLinks follows them.
          <a href={href} data-row className="block hover:underline">
            <HomeName text={path} keep={20} />
          </a>
        )}
      </span>
      <span className="hidden text-right text-text-3 md:block">{aside}</span>
      <span className="text-right">
        <QuantityText {...bytesQuantity(bytes)} />
      </span>
    </li>
  )
}
