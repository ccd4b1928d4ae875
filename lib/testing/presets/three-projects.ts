/**
 * A home with three histories in the shared checkpoint store: `gone` and `third`, whose folders are missing,
 * and `here`.
 */
import { DAY_MS } from '../../shared/time.ts'
import type { CheckpointSpec } from '../home/spec.ts'
import { type MadeHome, makeHome } from '../make-home.ts'

export function makeThreeProjects(path: string, nowMs: number): MadeHome {
  const project = (name: string, more: Partial<CheckpointSpec> = {}): CheckpointSpec => ({
    layout: 'v2',
    name,
    workdir: 'orphan',
    touchedMs: nowMs - 70 * DAY_MS,
    commits: 3,
    bytesPerCommit: 20_000,
    ...more,
  })
  return makeHome({
    path,
    era: 'aug',
    nowMs,
    checkpoints: [project('gone'), project('here', { workdir: 'present' }), project('third', { commits: 1 })],
  })
}
