/**
 * The folder a bundle is written to. Archives are in Steward's own data; trash is in the home, where another process
 * may replace a folder by a link.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder, syncWay } from '../../platform/sync-folder.ts'
import { type HeldFolder, openFolderIn } from '../files/held-folder.ts'
import { makeFolders } from '../files/make-folders.ts'
import { TRASH } from '../files/resolve-path.ts'
import type { BundleFault } from './bundle-fault.ts'

export type BundleFolder = {
  /** To act on. Not to be used once it is closed. */
  readonly at: (name: string) => string
  /** A new name in it survives a power cut. */
  readonly sync: () => void
  readonly isInPlace: () => boolean
  readonly close: () => void
}

/** Null if the trash is not a plain folder, or if it is missing and not to be made. */
export function openBundleFolder(homePath: string, folder: string, isMade = true): BundleFolder | null {
  const trash = `${homePath}/${TRASH}/`
  if (folder.startsWith(trash)) {
    const held = openInTrash(homePath, [TRASH, ...folder.slice(trash.length).split('/')], isMade)
    return held === null ? null : inTrash(held, folder)
  }
  if (isMade) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    at: (name) => join(folder, name),
    sync: () => syncWay(folder),
    isInPlace: () => true,
    close: () => {},
  }
}

function openInTrash(homePath: string, names: readonly string[], isMade: boolean): HeldFolder | null {
  if (isMade) return makeFolders(homePath, names)?.again() ?? null
  const found = openFolderIn(homePath, names)
  return found.ok ? found.value : null
}

const inTrash = (held: HeldFolder, folder: string): BundleFolder => ({
  at: (name) => held.at(name),
  sync: () => {
    syncFolder(held.at('.'))
    syncFolder(dirname(folder))
    syncFolder(dirname(dirname(folder)))
  },
  isInPlace: () => held.isInPlace(),
  close: () => held.close(),
})

export const BAD_TRASH: BundleFault = {
  code: 'unreadable',
  message: `${TRASH} in the home is not a plain folder.`,
}
