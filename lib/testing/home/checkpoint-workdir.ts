/** Working folders of checkpoints, at `<home>-projects`, next to the home. */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noiseBytes } from './noise.ts'
import type { CheckpointSpec } from './spec.ts'

/** An unmounted drive: the parent is missing together with the folder. */
const UNMOUNTED = 'unmounted-drive'

export const workdirOf = (projectsPath: string, { name, workdir }: CheckpointSpec): string =>
  workdir === 'unreachable' ? join(projectsPath, UNMOUNTED, name) : join(projectsPath, name)

/** Hermes' project id: the first 16 hex digits of a hash of its resolved path. */
export const checkpointId = (workdir: string): string =>
  createHash('sha256').update(workdir).digest('hex').slice(0, 16)

/** Content depends on `seed` and not on the path, so that a home made elsewhere has the same objects. */
export function filesOfTurn(seed: string, turn: number, bytes: number): { name: string; content: Buffer }[] {
  const script = { name: 'main.py', content: Buffer.from(`print("turn ${turn} of ${seed}")\n`) }
  const asset = { name: `asset-${turn}.bin`, content: noiseBytes(`${seed} ${turn}`, bytes) }
  return bytes > 0 ? [script, asset] : [script]
}

export function fillWorkdir(workdir: string, seed: string, turn: number, bytes: number): void {
  mkdirSync(workdir, { recursive: true })
  for (const { name, content } of filesOfTurn(seed, turn, bytes)) writeFileSync(join(workdir, name), content)
}

export function removeAbsentWorkdirs(projectsPath: string, specs: readonly CheckpointSpec[]): void {
  for (const spec of specs)
    if (spec.workdir !== 'present') rmSync(workdirOf(projectsPath, spec), { recursive: true, force: true })
  rmSync(join(projectsPath, UNMOUNTED), { recursive: true, force: true })
}
