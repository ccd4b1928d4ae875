/**
 * Remembers the folders inside a folder that had nothing else but files, as long as the folder does not change.
 * Adding, removing or replacing an entry changes its times.
 */
import type { Stats } from 'node:fs'

type Listed = Pick<Stats, 'ino' | 'mtimeMs' | 'ctimeMs'> & { readonly folders: readonly string[] }

const listed = new Map<string, Listed>()

/** Null if it must be listed again. */
export function foldersListedIn(path: string, { ino, mtimeMs, ctimeMs }: Stats): readonly string[] | null {
  const known = listed.get(path)
  const isSame = known?.ino === ino && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs
  return known !== undefined && isSame ? known.folders : null
}

/** `stats` are from before it was listed, at `listedMs`. */
export function rememberListed(
  path: string,
  { ino, mtimeMs, ctimeMs }: Stats,
  listedMs: number,
  folders: readonly string[],
): void {
  // A change within the same tick of the clock would not show.
  if (listedMs - Math.max(mtimeMs, ctimeMs) < SETTLED_MS) return
  if (listed.size >= MAX_FOLDERS) listed.clear()
  listed.set(path, { ino, mtimeMs, ctimeMs, folders })
}

const SETTLED_MS = 2_000
/** A repository has up to 258 of them. */
const MAX_FOLDERS = 50_000
