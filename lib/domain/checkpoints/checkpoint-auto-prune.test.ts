/** Hermes' checkpoint prune by version: what it deletes, when it runs, and how that is described. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aCheckpoint, NOW_MS } from '../../testing/factories.ts'
import { assessCheckpoint, type CheckpointFacts } from './checkpoint.ts'
import { type CheckpointPruneInput, predictCheckpointPrune } from './checkpoint-auto-prune.ts'

function predict(
  schema: number | null,
  facts: readonly Partial<CheckpointFacts>[],
  more: Partial<CheckpointPruneInput> = {},
) {
  return predictCheckpointPrune({
    schema,
    enabled: true,
    retentionDays: 7,
    deletesOrphans: true,
    intervalHours: 24,
    lastRanMs: null,
    checkpoints: facts.map((each) => assessCheckpoint(aCheckpoint(each), 7 * DAY_MS, NOW_MS)),
    nowMs: NOW_MS,
    ...more,
  })
}

const OLD = NOW_MS - 8 * DAY_MS

describe('what Hermes deletes', () => {
  it.each([
    ['one in use', {}, 0, 0],
    ['an old one', { lastTouchedMs: OLD }, 1, 0],
    ['one of a gone folder', { workdirSeen: 'proven-gone' }, 1, 1],
    ['an old legacy folder', { layout: 'legacy', workdirSeen: 'unproven', lastTouchedMs: OLD }, 1, 0],
    ['a young legacy folder', { layout: 'legacy', workdirSeen: 'unproven' }, 0, 0],
    ['one that was never touched', { lastTouchedMs: null }, 0, 0],
  ] as const)('%s', (_, facts, count, orphans) => {
    for (const schema of [12, 26, 30])
      expect(predict(schema, [facts]).selects).toMatchObject({ count, orphans })
  })

  it.each([
    [22, 1, 0],
    [23, 0, 1],
    [24, 0, 0],
    [30, 0, 0],
  ])('schema %i with an unmounted drive: %i deleted, %i possibly', (schema, count, perhaps) => {
    expect(predict(schema, [{ workdirSeen: 'unproven' }]).selects).toMatchObject({ count, perhaps })
  })

  it('an old checkpoint is deleted even if its drive is unmounted, with a warning', () => {
    const { selects, words } = predict(30, [{ workdirSeen: 'unproven', lastTouchedMs: OLD }])
    expect(selects).toMatchObject({ count: 1, orphans: 0, unreachable: 1 })
    expect(words).toContain('may just not be mounted; Hermes takes them all the same')
  })

  it('orphans are kept if the settings say so', () => {
    const gone = [{ workdirSeen: 'proven-gone' }] as const
    expect(predict(20, gone, { deletesOrphans: false }).selects?.count).toBe(0)
  })

  it('the bytes are unknown while one of them is', () => {
    const known = { lastTouchedMs: OLD, exclusiveBytes: 1_000 }
    expect(predict(30, [known, known]).selects?.bytes).toBe(2_000)
    expect(predict(30, [known, { ...known, exclusiveBytes: null }]).selects?.bytes).toBeNull()
  })
})

describe('the description', () => {
  it.each([
    [true, 'on', 'Hermes’ next start deletes 1 checkpoint'],
    [false, 'off', 'Hermes keeps all checkpoints; pruning, it would delete 1 checkpoint'],
    [null, 'unknown', 'Whether Hermes prunes checkpoints is unknown; if so, it deletes 1 checkpoint'],
  ] as const)('setting %s: %s', (enabled, state, title) => {
    expect(predict(30, [{ lastTouchedMs: OLD }], { enabled })).toMatchObject({ state, title })
  })

  it('states what is deleted and when it runs next', () => {
    const facts = [{ lastTouchedMs: OLD }, { workdirSeen: 'proven-gone' }] as const
    expect(predict(30, facts, { lastRanMs: NOW_MS - 3 * HOUR_MS }).words).toBe(
      'It takes those nobody touched for 7 days and those of folders that are gone: 1 old one and 1 orphan, 2.00 MB. It last ran 3 h ago and rests for 21 h more.',
    )
  })

  it('predicts nothing if checkpoints could not be read', () => {
    expect(predict(30, [], { checkpoints: null })).toMatchObject({ selects: null })
  })
})
