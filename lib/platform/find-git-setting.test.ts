import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findGitSetting } from './find-git-setting.ts'

/** As Hermes' git and the git of a Mac write them. */
const STORE = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	ignorecase = true
	precomposeunicode = true
[user]
	email = hermes@local
	name = Hermes Checkpoint
[commit]
	gpgsign = false
[tag]
	gpgSign = false
[gc]
	auto = 0
`
const V1 = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	worktree = "/home/somebody/a \\"folder\\" # of mine"
[user]
	email = hermes@local
	name = Hermes Checkpoint
`

it.each([
  ['the store', STORE],
  ['a v1 repository', V1],
  [
    'a repository of SHA-256',
    `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n`,
  ],
  ['an empty file', ''],
  [
    'comments, other spelling and line ends of Windows',
    '# a\r\n; b\r\n[CORE]\r\n  BARE=true\r\n\tfileMode\r\n',
  ],
])('%s has only harmless settings', (_, text) => {
  expect(findGitSetting(text)).toBeNull()
})

it.each([
  ['[include]\n\tpath = other', { setting: 'include.path' }],
  ['[includeIf "gitdir:/"]\n\tpath = other', { setting: 'includeif.gitdir:/' }],
  ['[includeIf.x]\n\tpath = other', { line: 1 }],
  ['[core]\n\thooksPath = /tmp', { setting: 'core.hookspath' }],
  ['[core]\n\tfsmonitor = touch x', { setting: 'core.fsmonitor' }],
  ['[core]\n\talternateRefsCommand = touch x', { setting: 'core.alternaterefscommand' }],
  ['[core]\n\tsshCommand = touch x', { setting: 'core.sshcommand' }],
  ['[core]\n\tattributesFile = /x', { setting: 'core.attributesfile' }],
  ['[core]\n\texcludesFile = /x', { setting: 'core.excludesfile' }],
  ['[core]\n\tsharedRepository = 0666', { setting: 'core.sharedrepository' }],
  ['[core]\n\tbare = maybe', { setting: 'core.bare' }],
  ['[core]\n\tbare = true\n\tworktree = /x', { setting: 'core.worktree' }],
  ['[core]\n\tworktree = /x\n[core]\n\tbare', { setting: 'core.worktree' }],
  ['[core]\n\trepositoryformatversion = 2', { setting: 'core.repositoryformatversion' }],
  ['[gc]\n\trecentObjectsHook = touch x', { setting: 'gc.recentobjectshook' }],
  ['[alias]\n\tgc = !touch x', { setting: 'alias.gc' }],
  ['[filter "x"]\n\tclean = touch x', { setting: 'filter.x' }],
  ['[remote "origin"]\n\turl = /x', { setting: 'remote.origin' }],
  ['[extensions]\n\tworktreeConfig = true', { setting: 'extensions.worktreeconfig' }],
  ['[extensions]\n\tpartialClone = origin', { setting: 'extensions.partialclone' }],
  ['[extensions]\n\trefStorage = reftable', { setting: 'extensions.refstorage' }],
  ['[gc] recentObjectsHook = touch x', { line: 1 }],
  ['\uFEFF[core]\n\tbare = true', { line: 1 }],
  ['[core]\n\tbare = true ; \\\n\thooksPath = /', { line: 2 }],
  ['[user]\n\tname = a\\\n[gc]\n\tauto = 0', { line: 2 }],
  ['[user]\n\tname = a\0b', { line: 2 }],
  ['name = a', { line: 1 }],
] as const)('%j is refused', (text, problem) => {
  expect(findGitSetting(text)).toEqual(problem)
})

const HARMLESS =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|worktree)|extensions\.objectformat|user\.(name|email)|(commit|tag)\.gpgsign|gc\.auto)$/

/** What git reads in the file. It may refuse it, which does no harm. */
function namesInGit(text: string): string[] {
  try {
    const list = ['config', '--file', '-', '--no-includes', '--list', '--name-only', '-z']
    return execFileSync('git', list, { input: text, encoding: 'latin1', stdio: ['pipe', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean)
  } catch {
    return []
  }
}

it('git finds no other setting in a file that is accepted, whatever is written between its lines', () => {
  const tricks = [
    '\\',
    '"',
    '\t\\\n',
    '\tname = "a\n',
    '\tname = "a\\\n',
    '\tname = a \\\\\n',
    '\tname = a # \\\n',
    '# \\\n',
    ';"\n',
    '[gc]recentObjectsHook = x\n',
    '[gc]\v\n',
    '[gc "x"]\n',
    '[ gc ]\n',
    '\f',
    '\r',
    '\rhooksPath = x\n',
    '\u2028hooksPath = x\n',
    '\0\n',
    '\thooksPath\n',
    '\t hooks_Path = 1\n',
    '[core\n',
    ']\n',
    '= x\n',
  ]
  const lines = V1.split(/(?<=\n)/)
  const texts = lines.flatMap((_, at) =>
    tricks.map((trick) => [...lines.slice(0, at), trick, ...lines.slice(at)].join('')),
  )
  const accepted = texts.filter((text) => findGitSetting(text) === null)
  expect(accepted.length).toBeGreaterThan(15)
  for (const text of accepted) for (const name of namesInGit(text)) expect(name).toMatch(HARMLESS)
  expect(namesInGit(STORE)).toHaveLength(10)
})
