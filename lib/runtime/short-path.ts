/** A path as its owner says it: `~` for their own folder. For showing only; dialogs that destroy name the whole path. */
import { homedir } from 'node:os'
import { sep } from 'node:path'

export function shortPath(path: string, home = homedir()): string {
  if (path === home) return '~'
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
