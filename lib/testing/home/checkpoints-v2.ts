/** Checkpoints since May 2026: one bare repository with a ref, an index and a description per project. */
import { createHash } from 'node:crypto'
import { appendFileSync, lstatSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkpointId, filesOfTurn, fillWorkdir, workdirOf } from './checkpoint-workdir.ts'
import { git } from './git.ts'
import { isFrom } from './schema-columns.ts'
import type { CheckpointSpec, Era } from './spec.ts'

export function writeV2Checkpoints(
  checkpointsPath: string,
  projectsPath: string,
  specs: readonly CheckpointSpec[],
  { era, nowMs }: { era: Era; nowMs: number },
): Map<string, string> {
  const store = join(checkpointsPath, 'store')
  if (specs.length === 0) return new Map()
  const hasLedgers = isFrom(era, 'aug')
  git(['init', '--quiet', '--bare', store], { gitDir: store, atMs: nowMs })
  appendFileSync(join(store, 'config'), SETTINGS)
  for (const folder of ['indexes', 'projects', ...(hasLedgers ? ['ledgers'] : [])])
    mkdirSync(join(store, folder))
  writeFileSync(join(checkpointsPath, '.last_prune'), `${nowMs / 1000 - 3600}`)
  git(IMPORT, {
    gitDir: store,
    atMs: nowMs,
    input: Buffer.concat(specs.flatMap((spec) => commits(projectsPath, spec))),
  })
  const ids = new Map<string, string>()
  for (const spec of specs) {
    const workdir = workdirOf(projectsPath, spec)
    const id = checkpointId(workdir)
    ids.set(spec.name, id)
    const indexFile = join(store, 'indexes', id)
    git(['read-tree', `refs/hermes/${id}`], { gitDir: store, indexFile, atMs: spec.touchedMs })
    touch(indexFile, spec)
    touch(join(store, 'refs', 'hermes', id), spec)
    fillWorkdir(workdir, spec.name, 0, 0)
    // The parent's identity was added on 24 July, ledgers in August.
    note(join(store, 'projects', `${id}.json`), spec, projectJson(workdir, spec, hasLedgers))
    if (hasLedgers) note(join(store, 'ledgers', `${id}.json`), spec, ledgerJson(workdir, spec))
  }
  return ids
}

/** One git run for all commits of all projects. The limit keeps objects loose, as Hermes leaves them. */
const IMPORT = ['-c', 'fastimport.unpackLimit=1000000', 'fast-import', '--quiet']

const SETTINGS =
  '[user]\n\temail = hermes@local\n\tname = Hermes Checkpoint\n[commit]\n\tgpgsign = false\n[tag]\n\tgpgSign = false\n[gc]\n\tauto = 0\n'

function commits(projectsPath: string, spec: CheckpointSpec): Buffer[] {
  const ref = `refs/hermes/${checkpointId(workdirOf(projectsPath, spec))}`
  const count = spec.commits ?? 1
  return Array.from({ length: count }, (_, turn) => {
    const seconds = Math.floor(spec.touchedMs / 1000) - (count - 1 - turn) * 600
    const head = `commit ${ref}\ncommitter Hermes Checkpoint <hermes@local> ${seconds} +0000\n`
    const files = filesOfTurn(spec.name, turn, spec.bytesPerCommit ?? 0)
    return [
      Buffer.from(head),
      counted(Buffer.from(`before write_file turn ${turn}\n`)),
      ...files.flatMap(({ name, content }) => [Buffer.from(`M 100644 inline ${name}\n`), counted(content)]),
    ]
  }).flat()
}

const counted = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n')])

function note(path: string, spec: CheckpointSpec, content: Record<string, unknown>): void {
  writeFileSync(path, JSON.stringify(content))
  touch(path, spec)
}

const touch = (path: string, { touchedMs }: CheckpointSpec): void =>
  utimesSync(path, touchedMs / 1000, touchedMs / 1000)

function projectJson(workdir: string, spec: CheckpointSpec, withParent: boolean): Record<string, unknown> {
  const parent = lstatSync(dirname(workdir))
  return {
    workdir,
    created_at: spec.touchedMs / 1000 - 600 * (spec.commits ?? 1),
    last_touch: spec.touchedMs / 1000,
    ...(withParent && { workdir_parent_dev: parent.dev, workdir_parent_ino: parent.ino }),
  }
}

const ledgerJson = (workdir: string, spec: CheckpointSpec): Record<string, unknown> => ({
  [join(workdir, 'main.py')]: {
    sha256: createHash('sha256').update(spec.name).digest('hex'),
    ts: spec.touchedMs / 1000,
  },
})
