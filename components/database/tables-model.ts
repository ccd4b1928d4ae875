/** Bytes by table, index and kind as formatted texts. The bar and the rows come from one measurement. */

import { orUnknown } from '@/components/ui/or-unknown'
import type { ObjectKind } from '@/lib/domain/database/database-count'
import type { DatabaseView, TableView } from '@/lib/domain/database/database-view'
import { formatBytes, formatCount, formatPlural, formatShare } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { unmeasuredNote } from './words'

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
