import { expect, it } from 'vitest'
import type { Overview } from '@/lib/domain/overview/overview'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { type ChartSubject, chooseSubject, subjectsOf } from './chart-subject'

/** Null is unread. */
function overviewWith(transcripts: number | null, sessions: number | null): Overview {
  const example = exampleOverview()
  if (example.files === null || example.sessions === null) throw new Error('The example is incomplete.')
  return {
    ...example,
    files:
      transcripts === null
        ? null
        : { ...example.files, transcripts: { ...example.files.transcripts, count: transcripts } },
    sessions: sessions === null ? null : { ...example.sessions, total: sessions },
  }
}

it.each<[string, number | null, number | null, ChartSubject[], ChartSubject | null]>([
  ['both', 728, 3_049, ['transcripts', 'sessions'], 'transcripts'],
  ['no transcript files', 0, 77, ['sessions'], 'sessions'],
  ['files not read yet', null, 77, ['sessions'], 'sessions'],
  ['files, but unreadable rows', 728, null, ['transcripts'], 'transcripts'],
  ['files without rows', 728, 0, ['transcripts'], 'transcripts'],
  ['an empty home', 0, 0, [], 'sessions'],
  ['no files, and unreadable rows', 0, null, [], null],
  ['nothing read', null, null, [], null],
])('%s', (_, transcripts, sessions, present, chosen) => {
  const overview = overviewWith(transcripts, sessions)
  expect(subjectsOf(overview)).toEqual(present)
  expect(chooseSubject(overview, null)).toBe(chosen)
})

it('the viewer’s choice counts where the home has both', () => {
  expect(chooseSubject(overviewWith(728, 3_049), 'sessions')).toBe('sessions')
  expect(chooseSubject(overviewWith(728, 3_049), 'transcripts')).toBe('transcripts')
  expect(chooseSubject(overviewWith(0, 77), 'transcripts')).toBe('sessions')
  expect(chooseSubject(overviewWith(728, null), 'sessions')).toBe('transcripts')
})
