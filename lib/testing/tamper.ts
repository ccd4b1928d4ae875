/** Changes that another process may make in the trash. */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** What can happen to a file or a folder in the trash. `outside` is a file that is not Steward's. */
export const TAMPERINGS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  linked: (path, outside) => {
    rmSync(path, { recursive: true })
    symlinkSync(outside, path)
  },
  rewritten: (path) => keepTimes(path, () => overwrite(path)),
  swapped: (path) => {
    cpSync(path, `${path}.new`, { recursive: true, preserveTimestamps: true })
    keepTimes(`${path}.new`, () => overwrite(`${path}.new`))
    rmSync(path, { recursive: true })
    renameSync(`${path}.new`, path)
  },
  other: (path) => {
    const isFolder = lstatSync(path).isDirectory()
    rmSync(path, { recursive: true })
    if (isFolder) writeFileSync(path, 'a file')
    else mkdirSync(path)
  },
  shortened: (path) => truncateSync(fileIn(path), 10),
  gone: (path) => rmSync(path, { recursive: true }),
}
const fileIn = (path: string): string => (lstatSync(path).isDirectory() ? join(path, 'HEAD') : path)

function overwrite(path: string): void {
  const file = fileIn(path)
  writeFileSync(file, readFileSync(file).fill('x'))
}

/** As `touch -r` does. Only the change time, which no program can set, differs. */
export function keepTimes(path: string, act: () => void): void {
  const places = [fileIn(path), path]
  const times = places.map((place) => lstatSync(place))
  act()
  places.forEach((place, at) => {
    const { atimeMs = 0, mtimeMs = 0 } = times[at] ?? {}
    utimesSync(place, atimeMs / 1000, mtimeMs / 1000)
  })
}
