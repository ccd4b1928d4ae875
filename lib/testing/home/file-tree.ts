/** A folder in memory, to be written many times. Much faster than copying on disk. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileTree = {
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly content: Buffer }[]
}

export function readTree(root: string): FileTree {
  const folders: string[] = []
  const files: { path: string; content: Buffer }[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        folders.push(path)
        visit(path)
      } else files.push({ path, content: readFileSync(join(root, path)) })
    }
  }
  visit('')
  return { folders, files }
}

/** Every file and folder gets the same time. Folders last, because writing into them changes theirs. */
export function writeTree(root: string, { folders, files }: FileTree, modifiedMs: number): void {
  const at = modifiedMs / 1000
  mkdirSync(root, { recursive: true })
  for (const folder of folders) mkdirSync(join(root, folder))
  for (const { path, content } of files) {
    const target = join(root, path)
    writeFileSync(target, content)
    utimesSync(target, at, at)
  }
  for (const folder of folders) utimesSync(join(root, folder), at, at)
  utimesSync(root, at, at)
}
