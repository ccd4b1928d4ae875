/**
 * Parts of a checkpoint repository that make git read or write outside the home, or start a program. Steward runs no
 * git on such a repository.
 */
import { visibleName } from '../../shared/visible-name.ts'

export type GitHazard = {
  readonly kind: keyof typeof WORDS
  /** From the home. */
  readonly path: string
  /** The setting, the line or the system's error, where that says more. */
  readonly detail?: string
}

export const HAZARD_TITLE = 'Steward does not run git on the checkpoint store'
export const HAZARD_EFFECT = 'Until then its checkpoints are listed, but not measured or cleaned up.'

/** Which part, and what to do. */
export function describeGitHazard({ kind, path, detail = '' }: GitHazard): string {
  return WORDS[kind](shown(path), shown(detail))
}

const shown = (text: string): string => visibleName(text).slice(0, SHOWN)

/** Names come from the disk and may be long. */
const SHOWN = 300

const WORDS = {
  link: (path: string) =>
    `${path} is a symbolic link, and git would follow it. Replace it with a real file or folder.`,
  special: (path: string) => `${path} is neither a file nor a folder. Remove it.`,
  'other-disk': (path: string) =>
    `${path} is on a different disk than the home. Move it back into the home, or unmount it.`,
  'hard-link': (path: string) =>
    `${path} is a hard link, and git appends to it in place. Replace it with a copy.`,
  pointer: (path: string) =>
    `${path} points git to another repository. Hermes never writes it. Copy what it points to into the home, then remove it.`,
  'hides-history': (path: string) =>
    `${path} hides part of the history, which git would then delete. Hermes never writes it. Remove it.`,
  setting: (path: string, key: string) =>
    `${path} sets ${key}, which Hermes never sets. It could lead git elsewhere or start a program. Remove the setting.`,
  config: (path: string, line: string) =>
    `${path} is not in the form git writes (${line}). Rewrite it with git config.`,
  'config-size': (path: string) => `${path} is too large to check. Remove what Hermes did not write.`,
  unreadable: (path: string, code: string) =>
    `${path} cannot be checked: ${code}. Make it readable for the user Steward runs as.`,
} as const
