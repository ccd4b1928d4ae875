/** Reads who owns a home and the parts that Steward writes to. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { type HomeArea, OWNED_PATHS, type OwnedPart, type Ownership } from '../../domain/home/ownership.ts'
import { ourselves, ownerAt, ownerBehind } from '../../platform/read-owners.ts'

export type OwnershipDepth = {
  /** Also what git replaces or reads in the checkpoint store: packs, refs, and the folders of objects. */
  readonly store: boolean
}

/** Null if the home is not there, or on a system without users. */
export function readOwnership(homePath: string, { store }: OwnershipDepth): Ownership | null {
  const us = ourselves()
  const home = ownerBehind(homePath)
  if (us === null || home === null) return null
  const parts = AREAS.flatMap((area) => OWNED_PATHS[area].flatMap((path) => partAt(homePath, area, path)))
  const stranger = store ? findStranger(homePath, home.uid) : null
  return {
    us,
    home,
    parts: stranger === null ? parts : [...parts, stranger],
    isTrashLink: isLink(join(/* turbopackIgnore: true */ homePath, TRASH)),
  }
}

const [TRASH = ''] = OWNED_PATHS.trash

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    // A home this user may not enter. It belongs to another user.
    return false
  }
}

const AREAS = Object.keys(OWNED_PATHS) as HomeArea[]

function partAt(homePath: string, area: HomeArea, path: string): OwnedPart[] {
  const owner = ownerAt(homePath, path)
  return owner === null ? [] : [{ area, path, owner }]
}

/** The first part of the store that belongs to someone else. Loose objects are only read, and everyone may. */
function findStranger(homePath: string, uid: number): OwnedPart | null {
  let left = MAX_ENTRIES
  const search = (folder: string, isDeep: boolean): OwnedPart | null => {
    const folders: string[] = []
    for (const { name, isFolder } of entriesOf(join(homePath, folder))) {
      left -= 1
      if (left < 0) return null
      const path = `${folder}/${name}`
      const owner = ownerAt(homePath, path)
      if (owner !== null && owner.uid !== uid) return { area: 'checkpoints', path, owner }
      if (isFolder) folders.push(path)
    }
    if (!isDeep) return null
    for (const path of folders) {
      const found = search(path, true)
      if (found !== null) return found
    }
    return null
  }
  for (const { folder, isDeep } of STORE_FOLDERS) {
    const found = search(`${STORE_PATH}${folder}`, isDeep)
    if (found !== null) return found
  }
  return null
}

const STORE_FOLDERS = [
  { folder: '', isDeep: false },
  { folder: '/objects', isDeep: false },
  { folder: '/objects/pack', isDeep: false },
  { folder: '/objects/info', isDeep: false },
  { folder: '/refs', isDeep: true },
  { folder: '/logs', isDeep: true },
  { folder: '/indexes', isDeep: false },
  { folder: '/projects', isDeep: false },
]
/** A real store has about a thousand refs. */
const MAX_ENTRIES = 50_000

function entriesOf(folder: string): { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }))
  } catch {
    // Missing or not readable. What git says about it is reported when it runs.
    return []
  }
}
