/** Bytes by table, index and kind as formatted texts. The bar and the rows come from one measurement. */
import { orUnknown } from '@/components/ui/or-unknown'
import type { ObjectKind } from '@/lib/domain/database/database-count'
import type { CountView, DatabaseView, TableView } from '@/lib/domain/database/database-view'
import { formatBytes, formatCount, formatPlural, formatShare } from '@/lib/shared/numbers'
import { formatAge, SECOND_MS } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'

const KIND_WORDS: Readonly<
  Record<ObjectKind | 'free', { readonly one: string; readonly label: string; readonly color: string }>
> = {
  table: { one: 'table', label: 'Tables', color: 'var(--c-statedb)' },
  search: { one: 'full-text index', label: 'Full-text index', color: 'var(--c-wal)' },
  index: { one: 'index', label: 'Indexes', color: 'var(--c-checkpoints)' },
  internal: { one: 'SQLite’s own', label: 'SQLite’s own', color: 'var(--c-yours)' },
  free: { one: 'free', label: 'Free pages', color: 'var(--line-strong)' },
}

export type TablePart = {
  readonly key: ObjectKind | 'free'
  readonly label: string
  readonly color: string
  readonly bytes: number
  readonly value: string
}

export type DatabaseTableRow = {
  readonly name: string
  readonly what: string
  readonly color: string
  readonly bytes: string
  readonly share: string
  /** Relative to the largest, from 0 to 1. */
  readonly bar: number
  readonly rows: string
  readonly rowWords: string
  readonly unused: string
}

export const tablesTitle = ({
  tables,
  kinds,
  ftsShare,
}: Pick<DatabaseView, 'tables' | 'kinds' | 'ftsShare'>): string => {
  const first = tables?.[0]
  if (first === undefined || kinds === null) return 'Bytes by table are not counted yet'
  if (first.bytes === null)
    return `How much ${visibleText(first.name)} takes is unknown: it is too large to read beside Hermes`
  if (first.share === null)
    return `${visibleText(first.name)} takes ${formatBytes(first.bytes)}, most of what was read`
  const search = ftsShare === null || ftsShare === 0 ? '' : `, the full-text index ${formatShare(ftsShare)}`
  return `${visibleText(first.name)} takes ${formatShare(first.share)} of the pages in use${search}`
}

/** Tells "not measured yet" from "partly too large to measure". */
export const searchSizeWords = ({ ftsBytes, ftsShare, tables }: SearchSize): string => {
  if (ftsBytes === null)
    return tables === null ? 'Not counted yet.' : 'Part of it is too large to read beside Hermes.'
  return ftsShare === null ? 'Its share is unknown.' : `${formatShare(ftsShare)} of the pages in use`
}

type SearchSize = Pick<DatabaseView, 'ftsBytes' | 'ftsShare' | 'tables'>

export function tableParts({ kinds, freeBytes }: DatabaseView): TablePart[] {
  const parts = (kinds ?? []).map(({ kind, bytes }) => partOf(kind, bytes))
  return freeBytes === null ? parts : [...parts, partOf('free', freeBytes)]
}

const partOf = (key: TablePart['key'], bytes: number): TablePart => ({
  key,
  label: KIND_WORDS[key].label,
  color: KIND_WORDS[key].color,
  bytes,
  value: formatBytes(bytes),
})

export const tableRows = (tables: readonly TableView[]): DatabaseTableRow[] => {
  const most = Math.max(1, ...tables.map(({ bytes }) => bytes ?? 0))
  return tables.map(({ name, kind, of, bytes, share, rows, unusedBytes, measured }) => ({
    name: visibleText(name),
    what: `${KIND_WORDS[kind].one}${of === null ? '' : `, of ${visibleText(of)}`}${unmeasuredNote(measured, bytes)}`,
    color: KIND_WORDS[kind].color,
    bytes: orUnknown(bytes, formatBytes),
    share: orUnknown(share, formatShare),
    bar: (bytes ?? 0) / most,
    rows: orUnknown(rows, formatCount),
    rowWords: rows === null ? 'rows unknown' : formatPlural(rows, 'row'),
    unused: orUnknown(unusedBytes, formatBytes),
  }))
}

const unmeasuredNote = (measured: boolean, bytes: number | null): string => {
  if (measured) return ''
  return bytes === null ? '; too large to read beside Hermes' : '; not read, but what the others leave'
}

/** The age of the measurement, whether it is still current, and its progress. */
export function countWords(count: CountView): string {
  const { state, ageSeconds, tookMs, changedSince, progress, fault } = count
  const running =
    state === 'counting'
      ? progress === null
        ? 'Counting now.'
        : `Counting now: ${formatCount(progress.done)} of ${formatPlural(progress.total, 'object')}, at ${visibleText(progress.name)}.`
      : state === 'waiting'
        ? 'Waiting for another home’s count to end.'
        : ''
  const counted =
    ageSeconds === null || tookMs === null
      ? 'Not counted so far.'
      : `Counted ${formatAge(ageSeconds * SECOND_MS)} ago in ${tookMs < SECOND_MS ? `${formatCount(tookMs)} ms` : `${formatCount(tookMs / SECOND_MS)} s`}${changedSince ? '; Hermes has written since.' : ', nothing was written since.'}`
  return [counted, running, fault === null ? '' : `The last try gave nothing: ${fault.message}`]
    .filter(Boolean)
    .join(' ')
}
