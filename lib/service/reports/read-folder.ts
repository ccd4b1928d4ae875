/** One folder inside a home, counted live. Requests for the same one within a moment share the count. */
import { readFolderListing } from '../../collect/scan/read-folder-listing.ts'
import type { FolderListing } from '../../domain/storage/folder-listing.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

const SHARED_FOR_MS = 10 * SECOND_MS
const MAX_KEPT = 32

type Kept = { readonly atMs: number; readonly listing: Promise<FolderListing | null> }
const keptOf = new WeakMap<HomeObserver, Map<string, Kept>>()

/** Null if there is no such folder. */
export function readFolder(home: HomeObserver, segments: readonly string[]): Promise<FolderListing | null> {
  const nowMs = home.now()
  const kept = keptOf.get(home) ?? new Map<string, Kept>()
  keptOf.set(home, kept)
  for (const [key, { atMs }] of kept) if (hasPassed(SHARED_FOR_MS, atMs, nowMs)) kept.delete(key)
  const path = segments.join('/')
  const known = kept.get(path)
  if (known !== undefined) return known.listing
  const listing = readFolderListing(home.home.path, segments, nowMs)
  if (kept.size < MAX_KEPT) kept.set(path, { atMs: nowMs, listing })
  return listing
}
