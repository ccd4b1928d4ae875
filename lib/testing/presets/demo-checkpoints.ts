/** The demo's checkpoints: by far the largest class, mostly of deleted folders. */
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { diceOf } from '../home/noise.ts'
import type { CheckpointSpec } from '../home/spec.ts'

const PROJECTS = ['website', 'shop', 'notes', 'infra', 'scraper', 'invoices', 'bot', 'thesis'] as const

export function demoCheckpoints(nowMs: number): CheckpointSpec[] {
  const dice = diceOf('demo checkpoints')
  const some = (
    count: number,
    layout: CheckpointSpec['layout'],
    workdir: CheckpointSpec['workdir'],
    ageDays: readonly [number, number],
    size: Pick<CheckpointSpec, 'commits' | 'bytesPerCommit'>,
  ): CheckpointSpec[] =>
    Array.from({ length: count }, (_, index) => ({
      layout,
      workdir,
      ...size,
      name: `${dice.pick(PROJECTS)}-${layout}-${workdir}-${ageDays[0]}-${index}`,
      touchedMs: nowMs - dice.between(ageDays[0] * 24, ageDays[1] * 24) * HOUR_MS,
    }))
  const legacy: CheckpointSpec = {
    layout: 'legacy',
    name: 'legacy-20260507-031200',
    workdir: 'orphan',
    touchedMs: nowMs - 120 * DAY_MS,
    repositories: 6,
    commits: 2,
    bytesPerCommit: 500_000,
  }
  return [
    ...some(46, 'v1', 'orphan', [20, 150], { commits: 3, bytesPerCommit: 360_000 }),
    ...some(24, 'v1', 'orphan', [40, 160], { commits: 4, bytesPerCommit: 440_000 }),
    ...some(14, 'v1', 'present', [60, 130], { commits: 2, bytesPerCommit: 400_000 }),
    ...some(8, 'v1', 'present', [1, 5], { commits: 2, bytesPerCommit: 300_000 }),
    ...some(4, 'v1', 'unreachable', [30, 90], { commits: 2, bytesPerCommit: 450_000 }),
    ...some(5, 'v2', 'present', [0, 4], { commits: 2, bytesPerCommit: 350_000 }),
    ...some(4, 'v2', 'present', [60, 120], { commits: 1, bytesPerCommit: 700_000 }),
    ...some(4, 'v2', 'orphan', [15, 80], { commits: 1, bytesPerCommit: 900_000 }),
    ...some(1, 'v2', 'unreachable', [25, 60], { commits: 1, bytesPerCommit: 450_000 }),
    legacy,
  ]
}
