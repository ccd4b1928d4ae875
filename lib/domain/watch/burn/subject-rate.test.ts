import { describe, expect, it } from 'vitest'
import { anIncident } from '../../../testing/watch/incidents.ts'
import { aSample, aTick } from '../../../testing/watch/light-samples.ts'
import { NO_TOKENS } from '../../tokens/token-sums.ts'
import { withEntry } from '../incidents/incident-record.ts'
import { rateOf } from './subject-rate.ts'
import { describeRates } from './words.ts'

const NOW_MS = 1_790_000_000_000
const burning = (agoS: number, sinceMs: number | null, input: number) =>
  aSample({
    atMs: NOW_MS - agoS * 1_000,
    sinceMs,
    burnt: { ...NO_TOKENS, input: 2 * input },
    moved: [
      aTick({ cronJobId: '7c2e90d4ab11', tokens: { ...NO_TOKENS, input } }),
      aTick({ id: 'other', cronJobId: null, tokens: { ...NO_TOKENS, cacheRead: input } }),
    ],
  })

describe('rates over the last minute', () => {
  const samples = [
    burning(70, 5_000, 1_000_000),
    burning(10, 5_000, 100),
    burning(5, 5_000, 100),
    burning(0, 5_000, 400),
  ]

  it.each([
    ['the home', { kind: 'home' }, 4_800],
    ['one session', { kind: 'session', id: 'other' }, 2_400],
    ['one job', { kind: 'job', id: '7c2e90d4ab11' }, 2_400],
    ['a job that does nothing', { kind: 'job', id: 'none' }, 0],
  ] as const)('%s', (_, subject, rate) => {
    expect(rateOf(samples, subject, NOW_MS)).toBe(rate)
  })

  it('a rate without samples is unknown, not zero', () => {
    expect(rateOf([], { kind: 'home' }, NOW_MS)).toBeNull()
    expect(rateOf([burning(0, null, 500)], { kind: 'home' }, NOW_MS)).toBeNull()
  })
})

it.each([
  [200_000, 3_000, 'The rate fell: 200 K tokens a minute before, 3 K tokens a minute one minute after.'],
  [
    200_000,
    150_000,
    'The rate did not fall: 200 K tokens a minute before, 150 K tokens a minute one minute after.',
  ],
  [null, 3_000, 'Whether the rate fell is unknown: unknown before, 3 K tokens a minute one minute after.'],
  [
    0,
    0,
    'Nothing burnt in the minute before, so nothing could fall: 0 tokens a minute before, 0 tokens a minute one minute after.',
  ],
])('%s and then %s', (before, after, words) => {
  expect(describeRates(before, after)).toBe(words)
})

it('a timeline is bounded even if people wrote all of it, and keeps its first entry', () => {
  let incident = anIncident()
  for (let no = 0; no < 1_000; no += 1)
    incident = withEntry(incident, { atMs: no, kind: 'acknowledged', words: `note ${no}` })
  expect(incident.timeline).toHaveLength(400)
  expect(incident.timeline[0]?.kind).toBe('opened')
  expect(incident.timeline.at(-1)?.words).toBe('note 999')
})
