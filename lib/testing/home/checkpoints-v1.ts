/**
 * Checkpoints until May 2026: one shadow repository per working folder. Git creates one of each kind, which
 * is then copied, so that a thousand repositories do not take a thousand git runs.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointId, fillWorkdir, workdirOf } from './checkpoint-workdir.ts'
import { type FileTree, readTree, writeTree } from './file-tree.ts'
import { git } from './git.ts'
import type { CheckpointSpec } from './spec.ts'

type Template = { readonly workTree: string; readonly tree: FileTree }

export function writeV1Checkpoints(
  checkpointsPath: string,
  projectsPath: string,
  specs: readonly CheckpointSpec[],
): Map<string, string> {
  const templates = templatesFor(specs)
  const ids = new Map<string, string>()
  for (const spec of specs) {
    const template = templates.get(shapeOf(spec))
    if (template === undefined) throw new Error(`no template for ${spec.name}`)
    const folder = spec.layout === 'legacy' ? join(checkpointsPath, spec.name) : checkpointsPath
    mkdirSync(folder, { recursive: true })
    for (const member of membersOf(spec)) {
      const workdir = workdirOf(projectsPath, member)
      if (member.workdir === 'present') fillWorkdir(workdir, member.name, 0, 0)
      ids.set(member.name, checkpointId(workdir))
      writeTree(join(folder, checkpointId(workdir)), belongingTo(workdir, template), spec.touchedMs)
    }
    if (spec.layout === 'legacy') utimesSync(folder, spec.touchedMs / 1000, spec.touchedMs / 1000)
  }
  return ids
}

/** A legacy folder contains repositories of several projects. */
function membersOf(spec: CheckpointSpec): CheckpointSpec[] {
  if (spec.layout !== 'legacy') return [spec]
  return Array.from({ length: spec.repositories ?? 1 }, (_, index) => ({
    ...spec,
    name: `${spec.name}-project-${index}`,
  }))
}

const shapeOf = ({ commits, bytesPerCommit, files }: CheckpointSpec): string =>
  [commits ?? 1, bytesPerCommit ?? 0, files ?? 0].join(' ')

function templatesFor(specs: readonly CheckpointSpec[]): Map<string, Template> {
  const oldest = new Map<string, CheckpointSpec>()
  for (const spec of specs) {
    const present = oldest.get(shapeOf(spec))
    // Shared commits must not be newer than any folder that contains them.
    if (present === undefined || spec.touchedMs < present.touchedMs) oldest.set(shapeOf(spec), spec)
  }
  return new Map([...oldest].map(([shape, spec]) => [shape, makeTemplate(spec)]))
}

function makeTemplate(spec: CheckpointSpec): Template {
  const room = mkdtempSync(join(tmpdir(), 'steward-git-'))
  try {
    const gitDir = join(room, 'repository')
    const workTree = join(room, 'work')
    const commits = spec.commits ?? 1
    mkdirSync(workTree)
    git(['init', '--quiet'], { gitDir, workTree, atMs: spec.touchedMs })
    writeFileSync(join(gitDir, 'info', 'exclude'), EXCLUDES)
    writeFileSync(join(gitDir, 'HERMES_WORKDIR'), `${workTree}\n`)
    if (spec.files !== undefined)
      fillUp(workTree, spec.files - readTree(gitDir).files.length - AFTER_ONE_COMMIT)
    for (let turn = 0; turn < commits; turn += 1) {
      const place = { gitDir, workTree, atMs: spec.touchedMs - (commits - turn) * 600_000 }
      fillWorkdir(workTree, shapeOf(spec), turn, spec.bytesPerCommit ?? 0)
      git(['add', '-A'], place)
      git(['commit', '--quiet', '-m', `before write_file turn ${turn}`], place)
    }
    return { workTree, tree: readTree(gitDir) }
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

/** index, COMMIT_EDITMSG, two logs, the branch, and three objects: the commit, its tree and main.py. */
const AFTER_ONE_COMMIT = 8

function fillUp(workTree: string, count: number): void {
  for (let index = 0; index < count; index += 1)
    writeFileSync(
      join(workTree, `note-${index}.md`),
      `# Note ${index}\n${'kept as it was\n'.repeat(index % 40)}`,
    )
}

const EXCLUDES = 'node_modules/\ndist/\nbuild/\n.env\n.env.*\n__pycache__/\n*.pyc\n.venv/\n.git/\n'

const IDENTITY = '[user]\n\temail = hermes@local\n\tname = Hermes Checkpoint\n'

function belongingTo(workdir: string, { workTree, tree }: Template): FileTree {
  return {
    folders: tree.folders,
    files: tree.files.map((file) => {
      if (file.path === 'HERMES_WORKDIR') return { ...file, content: Buffer.from(`${workdir}\n`) }
      if (file.path !== 'config') return file
      return { ...file, content: Buffer.from(file.content.toString().replace(workTree, workdir) + IDENTITY) }
    }),
  }
}
