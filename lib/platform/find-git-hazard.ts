/**
 * Whether a repository in a home is self-contained: git, run on it, stays in the home and starts nothing else.
 * Every part is a real file or folder on the home's disk, nothing leads to another repository, and the config
 * sets nothing unknown. This runs right before each git, so it must be cheap: a repository may have 300,000
 * objects, and a folder of objects is listed again only after it has changed.
 */
import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GitHazard } from '../domain/checkpoints/git-hazard.ts'
import { errorCode, isMissing } from './error-code.ts'
import { findGitSetting } from './find-git-setting.ts'
import { foldersListedIn, rememberListed } from './listed-folders.ts'
import { readTextFile } from './read-text-file.ts'

/** `folder` is relative to the home and chosen by Steward. A missing repository has no hazard. */
export function findGitHazard(homePath: string, folder: string): GitHazard | null {
  const dev = deviceOf(homePath)
  if (dev === null) return null
  if (typeof dev !== 'number') return unreadable(folder, dev.error)
  for (const hazard of hazards({ path: homePath, dev, repository: folder })) return hazard
  return null
}

/** Null if there is no home. */
function deviceOf(homePath: string): number | null | { readonly error: unknown } {
  try {
    return statSync(homePath).dev
  } catch (error) {
    return isMissing(error) ? null : { error }
  }
}

type Home = { readonly path: string; readonly dev: number; readonly repository: string }

function* hazards(home: Home): Generator<GitHazard> {
  const parts = home.repository.split('/')
  for (const depth of parts.keys()) {
    const path = parts.slice(0, depth + 1).join('/')
    const stats = yield* see(home, path)
    if (stats === null) return
    // Git would read a file in its place as the address of a repository.
    if (!stats.isDirectory()) yield { kind: 'pointer', path }
    else if (depth === parts.length - 1) yield* walk(home, '', stats)
  }
  yield* checkConfig(home)
}

/** `inside` is relative to the repository, and `stats` are the folder's. */
function* walk(home: Home, inside: string, stats: Stats): Generator<GitHazard> {
  const path = join(home.path, home.repository, inside)
  let folders = areNamesEnough(inside) ? foldersListedIn(path, stats) : null
  if (folders === null) {
    const listedMs = Date.now()
    folders = yield* list(home, inside)
    if (areNamesEnough(inside)) rememberListed(path, stats, listedMs, folders)
  }
  for (const name of folders) {
    const part = under(inside, name)
    const seen = yield* see(home, `${home.repository}/${part}`)
    if (seen?.isDirectory() === true) yield* walk(home, part, seen)
  }
}

/** Checks everything in a folder and returns the names of the folders in it. */
function* list(home: Home, inside: string): Generator<GitHazard, readonly string[]> {
  const folders: string[] = []
  for (const entry of yield* entriesOf(home, inside)) {
    const part = under(inside, entry.name)
    yield* checkEntry(home, part, entry)
    if (entry.isDirectory()) folders.push(entry.name)
    else if (!areNamesEnough(inside)) yield* checkFile(home, part)
  }
  return folders
}

const under = (inside: string, name: string): string => (inside === '' ? name : `${inside}/${name}`)

/**
 * Folders with many files, of which only the kind matters: git replaces and deletes objects, but never writes
 * into them, and files it does not know it never opens.
 */
function areNamesEnough(inside: string): boolean {
  const [top = ''] = inside.toLowerCase().split('/')
  return !FEW_FILES.has(top) && inside.toLowerCase() !== 'objects/info'
}

function* checkEntry(home: Home, inside: string, entry: Dirent): Generator<GitHazard> {
  const path = `${home.repository}/${inside}`
  // Such a name cannot be passed on as text, so what is behind it cannot be checked.
  if (entry.name.includes('\uFFFD')) yield { kind: 'unreadable', path, detail: 'its name is no valid text' }
  // A file system that ignores case finds these in any spelling.
  const name = inside.toLowerCase()
  if (POINTERS.has(name)) yield { kind: 'pointer', path }
  if (HIDE_HISTORY.has(name)) yield { kind: 'hides-history', path }
  if (entry.isSymbolicLink()) yield { kind: 'link', path }
  else if (!entry.isDirectory() && !entry.isFile()) yield { kind: 'special', path }
}

function* checkFile(home: Home, inside: string): Generator<GitHazard> {
  const path = `${home.repository}/${inside}`
  const stats = yield* see(home, path)
  // Git replaces its other files by renaming a new one, which leaves a second name as it is.
  if (stats !== null && stats.nlink > 1 && inside.toLowerCase().startsWith('logs/'))
    yield { kind: 'hard-link', path }
}

/** Null if it is gone, because Hermes' git may be running. */
function* see(home: Home, path: string): Generator<GitHazard, Stats | null> {
  try {
    const stats = lstatSync(`${home.path}/${path}`)
    if (stats.isSymbolicLink()) yield { kind: 'link', path }
    else if (!stats.isDirectory() && !stats.isFile()) yield { kind: 'special', path }
    else if (stats.dev !== home.dev) yield { kind: 'other-disk', path }
    return stats
  } catch (error) {
    if (!isMissing(error)) yield unreadable(path, error)
    return null
  }
}

function* entriesOf(home: Home, inside: string): Generator<GitHazard, readonly Dirent[]> {
  const path = `${home.repository}/${inside}`
  try {
    return readdirSync(join(home.path, path), { withFileTypes: true })
  } catch (error) {
    if (!isMissing(error)) yield unreadable(path, error)
    return []
  }
}

function* checkConfig(home: Home): Generator<GitHazard> {
  const path = `${home.repository}/config`
  const text = readTextFile(home.path, path, MAX_CONFIG_BYTES)
  if (!text.ok) {
    yield text.fault.code === 'too-large'
      ? { kind: 'config-size', path }
      : { kind: 'unreadable', path, detail: 'detail' in text.fault ? text.fault.detail : text.fault.code }
    return
  }
  const found = findGitSetting(text.value ?? '')
  if (found === null) return
  yield 'setting' in found
    ? { kind: 'setting', path, detail: found.setting }
    : { kind: 'config', path, detail: `line ${found.line}` }
}

function unreadable(path: string, error: unknown): GitHazard {
  const code = errorCode(error)
  if (code === null) throw error
  return { kind: 'unreadable', path, detail: `the system says ${code}` }
}

const FEW_FILES: ReadonlySet<string> = new Set(['', 'refs', 'logs', 'info', 'hooks'])

/** Git takes objects, refs or settings from where these say. */
const POINTERS: ReadonlySet<string> = new Set([
  '.git',
  'commondir',
  'config.worktree',
  'gitdir',
  'modules',
  'worktrees',
  'objects/info/alternates',
  'objects/info/http-alternates',
])

const HIDE_HISTORY: ReadonlySet<string> = new Set(['shallow', 'info/grafts'])

const MAX_CONFIG_BYTES = 64 * 1024
