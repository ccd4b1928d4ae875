/** The homes this Steward shows: the one that was opened first, its root and profiles, then the further ones. */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'

export type HomesInput = {
  readonly hermesHome: string
  readonly extraHomes: readonly string[]
  /** Path of the demo home, if one was made. It replaces an opened home that does not exist. */
  readonly demoPath: string | null
  /** `~/.hermes`. A parameter so that tests need no home directory. */
  readonly platformDefault?: string
}

/** Never throws and never returns an empty list: a missing home has a page that says so. */
export function discoverHomes(input: HomesInput): HomeRef[] {
  const platformDefault = resolve(
    /* turbopackIgnore: true */ input.platformDefault ?? join(homedir(), '.hermes'),
  )
  const opened = openedPath(input)
  const root = rootOf(opened, platformDefault)
  const found: Found[] = [describe(opened, root, opened === root)]
  if (root !== opened && looksLikeHome(root)) found.push(describe(root, root, true))
  found.push(...profilesOf(root).map((path) => describe(path, root, false)))
  for (const extra of input.extraHomes.filter((path) => path.trim() !== '').map((path) => resolve(path))) {
    found.push(describe(extra, rootOf(extra, platformDefault), false))
    found.push(...profilesOf(extra).map((path) => describe(path, extra, false)))
  }
  return nameHomes(uniqueByRealPath(found), input.demoPath)
}

type Found = { path: string; root: string; profile: string | null; isMain: boolean }

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/

function openedPath({ hermesHome, demoPath }: HomesInput): string {
  return demoPath !== null && !isFolder(hermesHome) ? resolve(demoPath) : resolve(hermesHome)
}

/** Hermes' rule: everything under the platform default belongs to it, else `<root>/profiles/<name>`. */
function rootOf(home: string, platformDefault: string): string {
  if (isInside(home, platformDefault)) return platformDefault
  return basename(dirname(home)) === 'profiles' ? dirname(dirname(home)) : home
}

function describe(path: string, root: string, isMain: boolean): Found {
  const name = basename(path)
  const isProfile = dirname(path) === join(root, 'profiles') && isProfileName(name)
  return { path, root, profile: isProfile ? name : null, isMain }
}

function profilesOf(root: string): string[] {
  const folder = join(root, 'profiles')
  try {
    if (!lstatSync(folder).isDirectory()) return []
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isProfileName(entry.name))
      .map((entry) => join(folder, entry.name))
      .sort()
  } catch {
    // No profiles, or no permission to list them: the homes named by the operator are still shown.
    return []
  }
}

const isProfileName = (name: string): boolean => PROFILE_NAME.test(name) && name !== 'default'

/** The grandparent of a profile can be any folder. Only one that Hermes uses is a home. */
const looksLikeHome = (path: string): boolean =>
  ['state.db', 'config.yaml', 'sessions', 'active_profile', 'gateway.pid'].some((name) =>
    existsSync(join(path, name)),
  )

function uniqueByRealPath(found: readonly Found[]): Found[] {
  const byPath = new Map<string, Found>()
  for (const home of found) {
    const path = realPath(home.path)
    const known = byPath.get(path)
    if (known === undefined) byPath.set(path, home)
    else if (home.isMain) byPath.set(path, { ...known, isMain: true })
  }
  return [...byPath.values()]
}

function nameHomes(homes: readonly Found[], demoPath: string | null): HomeRef[] {
  const taken = new Set(homes.some((home) => home.isMain) ? ['main'] : [])
  return homes.map(({ path, root, profile, isMain }) => {
    const name = profile ?? slug(basename(path))
    const clashes = !isMain && taken.has(name)
    const hash = createHash('sha256').update(path).digest('hex').slice(0, 6)
    const id = isMain ? 'main' : clashes ? `${name}-${hash}` : name
    taken.add(id)
    const label = isMain ? 'main' : (profile ?? (basename(path) || path))
    const demo = demoPath !== null && isInside(realPath(path), realPath(resolve(demoPath)))
    return { id, label: clashes ? `${label} (${hash})` : label, path, profile, root, demo }
  })
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'home'

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep))
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A missing folder is known by the name it was given.
    return path
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing or out of reach: either way it cannot be opened.
    return false
  }
}
