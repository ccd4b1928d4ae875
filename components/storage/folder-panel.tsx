import Link from 'next/link'
import { CLASS_COLORS } from '@/components/charts/colors'
import { Banner } from '@/components/ui/banner'
import { EmptyState } from '@/components/ui/empty-state'
import { HomeName } from '@/components/ui/home-name'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import { holdsSeveralClasses } from '@/lib/domain/storage/classify-path'
import type { FolderChild, FolderListing } from '@/lib/domain/storage/folder-listing'
import { CLASS_WORDS } from '@/lib/domain/storage/words'
import { bytesQuantity, formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { type StorageViewState, storageHref } from './view-state'
import {
  CLASS_NOT_HERE,
  FOLDER_CAPTION,
  FOLDER_EMPTY,
  folderTitle,
  incompleteWords,
  NOT_ALL_COUNTED,
} from './words'

type Props = { listing: FolderListing; view: StorageViewState }

const NO_OTHERS: FolderListing['others'] = { count: 0, bytes: 0, files: 0 }

/** The contents of one folder, largest first, measured when it was opened. */
export function FolderPanel({ listing, view }: Props) {
  const { only } = view
  const children = listing.children.filter((child) => only === null || child.class === only)
  const others = only === null ? listing.others : NO_OTHERS
  const most = Math.max(1, ...children.map((child) => child[view.measure]))
  return (
    <>
      {!listing.complete && (
        <Banner level="info" title={NOT_ALL_COUNTED}>
          {incompleteWords(listing)}
        </Banner>
      )}
      <Panel
        title={folderTitle(children.length + others.count, only)}
        tools={
          only !== null && (
            <Link
              href={storageHref(view, { only: null })}
              className="inline-flex h-10 items-center text-accent-text hover:underline md:h-7"
            >
              Show everything here
            </Link>
          )
        }
        subtitle={
          <>
            {view.measure === 'bytes' ? 'Disk blocks' : 'Length of files'}, counted{' '}
            <LocalTime iso={listing.countedAt} show="time" />. Links are shown and never followed.
          </>
        }
      >
        {children.length === 0 ? (
          <EmptyState title={only === null ? 'Empty' : 'None here'} minHeight={120}>
            {only === null ? FOLDER_EMPTY : CLASS_NOT_HERE}
          </EmptyState>
        ) : (
          <div className="@container">
            <table className={TABLE}>
              <caption className="sr-only">{FOLDER_CAPTION}</caption>
              <thead className="text-text-3">
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col" className={`${WIDE} text-left!`}>
                    Class
                  </th>
                  <td className={WIDE} aria-hidden />
                  <th scope="col" className={WIDE}>
                    Files
                  </th>
                  <th scope="col" className={WIDE}>
                    Changed
                  </th>
                  <th scope="col">{view.measure === 'bytes' ? 'On disk' : 'Apparent'}</th>
                </tr>
              </thead>
              <tbody>
                {children.map((child) => (
                  <ChildRow key={child.name} child={child} view={view} share={child[view.measure] / most} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {others.count > 0 && (
          <p className="px-3 py-2 text-support text-text-2 md:px-4">
            And {formatPlural(others.count, 'smaller thing')}, {formatBytes(others.bytes)} on disk in{' '}
            {formatPlural(others.files, 'file')}.
          </p>
        )}
      </Panel>
    </>
  )
}

function ChildRow({ child, view, share }: { child: FolderChild; view: StorageViewState; share: number }) {
  const { name, kind, opens, files, modifiedAt } = child
  const isMixed = kind === 'folder' && holdsSeveralClasses([...(view.at ?? []), name])
  const words = CLASS_WORDS[child.class]
  const label = isMixed ? 'Several' : words.label
  const color = isMixed ? 'var(--ghost)' : CLASS_COLORS[child.class]
  return (
    <tr className="hover:bg-raised">
      <th scope="row">
        <span className="flex min-w-0 items-center gap-2">
          <Swatch color={color} hatched={!isMixed && words.actions.length === 0} />
          <span className="min-w-0 flex-1 font-mono">
            {opens && view.at !== null ? (
              <Link
                href={storageHref(view, { at: [...view.at, name] })}
                prefetch={false}
                data-row
                className="block text-accent-text hover:underline"
              >
                <HomeName text={`${name}/`} />
              </Link>
            ) : (
              <HomeName text={kind === 'folder' ? `${name}/` : name} />
            )}
          </span>
          {(kind === 'link' || kind === 'other') && (
            <span className="flex-none text-text-3">{kind === 'link' ? 'link' : 'no file'}</span>
          )}
        </span>
        <span className="block pl-4 text-text-3 @min-[46rem]:hidden">
          {label}
          {kind === 'folder' && `, ${formatPlural(files, 'file')}`}
        </span>
      </th>
      <td className={`${WIDE} text-left! text-text-2`}>{label}</td>
      <td className={`${WIDE} w-40`} aria-hidden>
        <span
          className="block h-2 min-w-0.5 rounded-[2px]"
          style={{ width: `${share * 100}%`, background: color }}
        />
      </td>
      <td className={`${WIDE} text-text-2`}>{kind === 'folder' ? formatCount(files) : ''}</td>
      <td className={`${WIDE} text-text-2`}>
        {modifiedAt === null ? 'unknown' : <LocalTime iso={modifiedAt} show="date" />}
      </td>
      <td className="whitespace-nowrap">
        {!child.complete && <span className="text-text-3">at least </span>}
        <QuantityText {...bytesQuantity(child[view.measure])} />
      </td>
    </tr>
  )
}

const WIDE = 'hidden @min-[46rem]:table-cell'
const TABLE = [
  'mt-1 w-full table-fixed text-support',
  '[&_td,&_th]:h-8 [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:px-2 [&_td,&_th]:text-right [&_thead_td]:border-t-0 [&_thead_th]:border-t-0',
  '[&_th:first-child]:pl-3 [&_th:first-child]:text-left md:[&_th:first-child]:pl-4 [&_td:last-child]:pr-3 [&_th:last-child]:pr-3 md:[&_td:last-child]:pr-4 md:[&_th:last-child]:pr-4',
  '[&_tbody_th]:font-normal [&_tbody_th]:py-1.5 @min-[46rem]:[&_tbody_th]:py-0 [&_thead_th]:font-medium',
  '[&_th:last-child]:w-28 @min-[46rem]:[&_th:nth-child(2)]:w-40 @min-[46rem]:[&_th:nth-child(4)]:w-20 @min-[46rem]:[&_th:nth-child(5)]:w-28 [&_thead_td]:w-32',
].join(' ')
