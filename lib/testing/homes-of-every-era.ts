/** Homes for comparisons: generated ones of every era, and real ones if available. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from './paths.ts'
import { smallHome } from './presets/small-home.ts'

const ENDING = '.tar.gz'
/** Whatever is there, so that an added home is tested automatically. */
export const REAL_HOMES: readonly string[] = existsSync(join(FIXTURES, 'unpack'))
  ? readdirSync(FIXTURES).flatMap((name) => (name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : []))
  : []
const MADE = ['mar', 'may', 'jul', 'aug', 'nov'] as const

/** A name, and a function that creates that home in a folder and returns its path. */
export const homesOfEveryEra: readonly (readonly [name: string, make: (root: string) => string])[] = [
  ...REAL_HOMES.map(
    (name) => [`real ${name}`, (root: string) => unpackReal(join(root, `real-${name}`), name)] as const,
  ),
  ...MADE.map(
    (era) =>
      [`made ${era}`, (root: string) => smallHome(join(root, `made-${era}`), era, Date.now()).path] as const,
  ),
]

/** They contain a photo that an older SQLite indexed up to its NUL (docs/hermes.md, "Rows with a NUL"). */
export const WITH_PHOTOS: readonly string[] = ['real new30', 'real photo']

export function unpackReal(path: string, name: string): string {
  execFileSync('python3', [join(FIXTURES, 'unpack'), name, path])
  return path
}
