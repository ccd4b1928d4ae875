/**
 * Finds the first setting in a repository's config that is not known to be harmless. Git itself is not used,
 * because it would follow the file's includes. Whatever is not in the plain form that git writes is refused,
 * so this and git never read the same file differently.
 */

export type ConfigProblem =
  /** A setting, or a section with a name such as `remote.origin`. */
  | { readonly setting: string }
  /** A line in another form, counted from 1. */
  | { readonly line: number }

export function findGitSetting(text: string): ConfigProblem | null {
  let section = ''
  let isBare = false
  let hasWorktree = false
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    if (NOTHING.test(line)) continue
    const [, header] = HEADER.exec(line) ?? []
    const [, name, value] = SETTING.exec(line) ?? []
    if (header !== undefined) section = header.toLowerCase()
    else if (name === undefined || section === '' || isContinued(line)) return lineOrSection(line, at)
    else {
      const key = `${section}.${name.toLowerCase()}`
      if (HARMLESS.get(key)?.test((value ?? 'true').trim()) !== true) return { setting: key }
      if (key === 'core.bare') isBare = isTrue(value)
      if (key === 'core.worktree') hasWorktree = true
    }
  }
  // Git writes it into a repository whose folder is elsewhere. Steward's git always names another folder.
  return isBare && hasWorktree ? { setting: 'core.worktree' } : null
}

/** `[remote "origin"]` is in git's form, so it is named instead of counted. */
function lineOrSection(line: string, at: number): ConfigProblem {
  const [, section, name] = NAMED_SECTION.exec(line) ?? []
  return section === undefined ? { line: at + 1 } : { setting: `${section}.${name}`.toLowerCase() }
}

/** A backslash at the end continues the value on the next line. */
const isContinued = (line: string): boolean => line.endsWith('\\') || line.includes('\0')

const isTrue = (value: string | undefined): boolean =>
  ['true', 'yes', 'on', '1', ''].includes((value ?? 'true').trim().toLowerCase())

const NOTHING = /^[ \t]*([#;].*)?$/
const HEADER = /^[ \t]*\[([A-Za-z0-9-]+)\][ \t]*$/
const NAMED_SECTION = /^[ \t]*\[([A-Za-z0-9.-]+)[ \t]*"([^"]*)"\][ \t]*$/
const SETTING = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=[ \t]*(.*))?$/

const FLAG = /^(true|false|yes|no|on|off|0|1)$/i
const ANY = /^/

/** What Hermes and git's own `init` write, and a few that people set, with the values that are known. */
const HARMLESS: ReadonlyMap<string, RegExp> = new Map([
  ['core.repositoryformatversion', /^[01]$/],
  ['core.filemode', FLAG],
  ['core.bare', FLAG],
  ['core.logallrefupdates', FLAG],
  ['core.ignorecase', FLAG],
  ['core.precomposeunicode', FLAG],
  ['core.symlinks', FLAG],
  ['core.autocrlf', /^(true|false|input)$/],
  ['core.longpaths', FLAG],
  ['core.quotepath', FLAG],
  ['core.worktree', ANY],
  ['extensions.objectformat', /^(sha1|sha256)$/],
  ['extensions.refstorage', /^files$/],
  ['user.name', ANY],
  ['user.email', ANY],
  ['commit.gpgsign', FLAG],
  ['tag.gpgsign', FLAG],
  ['gc.auto', /^\d{1,9}$/],
  ['gc.autodetach', FLAG],
  ['maintenance.auto', FLAG],
])
