/** Parses and builds the addresses of the storage page. */
import { checkpointHref, parseCheckpointView } from '@/components/checkpoints/view-state'
import { parseInnerPath } from '@/lib/domain/storage/inner-path'
import { STORAGE_CLASSES, type StorageClass } from '@/lib/domain/storage/storage'
import type { Measure } from '@/lib/domain/storage/treemap'
import { mainFolderOf } from '@/lib/domain/storage/treemap-parts'

export const STORAGE_RANGES = [7, 30, 90] as const
type Range = (typeof STORAGE_RANGES)[number]

/** Long lists that start collapsed. */
const LISTS = ['folders', 'files'] as const
export type StorageList = (typeof LISTS)[number]

export type StorageViewState = {
  readonly home: string | null
  readonly measure: Measure
  readonly range: Range
  /** The open folder as path segments; empty for the home itself, null for the page by class. */
  readonly at: readonly string[] | null
  /** Only this class; null for all. */
  readonly only: StorageClass | null
  /** The expanded lists. */
  readonly expanded: readonly StorageList[]
}

type Params = Readonly<Record<string, string | string[] | undefined>>

const DEFAULT_RANGE: Range = 30
/** The home itself, which has no path of its own. */
const HOME_ROOT = '.'

/** An invalid parameter means the default, never an error. */
export function parseStorageView({ home, size, range, at, class: only, whole }: Params): StorageViewState {
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    measure: size === 'apparent' ? 'apparentBytes' : 'bytes',
    range: STORAGE_RANGES.find((each) => String(each) === range) ?? DEFAULT_RANGE,
    only: STORAGE_CLASSES.find((id) => id === only) ?? null,
    expanded: typeof whole === 'string' ? LISTS.filter((list) => whole.split('.').includes(list)) : [],
    at: typeof at !== 'string' || at === '' ? null : at === HOME_ROOT ? [] : parseInnerPath(at),
  }
}

export function storageHref(view: StorageViewState, change: Partial<StorageViewState>): string {
  // A class filter or an expanded list of one folder does not apply to the next.
  const elsewhere = 'at' in change && { only: null, expanded: [] }
  const { home, measure, range, at, only, expanded } = { ...view, ...elsewhere, ...change }
  const query = new URLSearchParams()
  if (home !== null) query.set('home', home)
  if (measure !== 'bytes') query.set('size', 'apparent')
  if (range !== DEFAULT_RANGE) query.set('range', String(range))
  if (at !== null) query.set('at', at.length === 0 ? HOME_ROOT : at.join('/'))
  if (at !== null && only !== null) query.set('class', only)
  if (expanded.length > 0) query.set('whole', expanded.join('.'))
  return query.size === 0 ? '/storage' : `/storage?${query}`
}

/** Null if the name cannot be part of an address. */
export function folderHref(view: StorageViewState, path: string): string | null {
  const at = parseInnerPath(path)
  return at === null ? null : storageHref(view, { at })
}

/** The page that shows a class in detail: the checkpoints page, or the folder that holds most of the class. */
export function classHref(id: StorageClass, view: StorageViewState): string {
  if (id === 'checkpoints') return checkpointHref({ ...parseCheckpointView({}), home: view.home }, {})
  // A class without its own folder is found among the top-level entries of the home.
  const folder = mainFolderOf(id)
  return (folder === '' ? null : folderHref(view, folder)) ?? storageHref(view, { at: [], only: id })
}

/** The API address of what is shown. */
export function storageApiHref({ at }: StorageViewState, homeId: string): string {
  const base = `/api/v1/homes/${encodeURIComponent(homeId)}/storage`
  return at === null ? base : `${base}?${new URLSearchParams({ path: at.join('/') })}`
}
