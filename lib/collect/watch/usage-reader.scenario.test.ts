/** Which counters a sample reads for the token counter: every row once, then only those near a change. */
import { afterAll, expect, it } from 'vitest'
import type { UsageReading } from '../../domain/tokens/count-usage.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { begin, burn, watchHome, watchLab, write } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
afterAll(lab.temp.cleanup)

const ROWS = 10_000

/** A watched home whose samples report what they read. */
function watched() {
  const { path } = lab.make([])
  write(path, (db) =>
    db.transaction(() => {
      for (let row = 0; row < ROWS; row += 1) begin(db, `s${row}`, 1_700_000_000_000 + row, 10)
    })(),
  )
  const readings: UsageReading[] = []
  const answer = { isCounted: true }
  const { takeSample, clock } = watchHome(path, (reading) => {
    readings.push(reading)
    return answer.isCounted
  })
  const next = (stepMs?: number) => {
    readings.length = 0
    takeSample(stepMs)
    const rows = readings.flatMap(({ rows }) => rows)
    return { rows, ids: new Set(rows.map(({ id }) => id)), completeMs: readings.at(-1)?.completeMs ?? null }
  }
  return { path, clock, next, answer }
}

it('all rows in slices, then rows near a change, then none', () => {
  const { path, clock, next } = watched()
  const ids = new Set<string>()
  const first = next()
  const startMs = clock.atMs
  let slice = first
  for (let samples = 1; slice.completeMs === null; samples += 1) {
    expect(slice.rows.length).toBeLessThan(6_000)
    expect(samples).toBeLessThan(10)
    for (const id of slice.ids) ids.add(id)
    slice = next()
  }
  for (const id of slice.ids) ids.add(id)
  expect(ids.size).toBe(ROWS)
  expect(slice.completeMs).toBe(startMs)
  expect(next()).toMatchObject({ rows: [], completeMs: clock.atMs })

  write(path, (db) => {
    burn(db, 's7000', 5)
    db.exec(`DELETE FROM sessions WHERE id = 's20'`)
  })
  const changed = next(2 * MINUTE_MS)
  expect(changed.ids).toContain('s7000')
  expect(changed.rows.find(({ id }) => id === 's7000')?.tokens.input).toBe(15)
  expect(changed.rows.length).toBeLessThan(2_000)
})

it('a rise in one session is seen although another fell by as much', () => {
  const { path, next } = watched()
  for (let sample = 0; sample < 6; sample += 1) next()
  write(path, (db) => {
    burn(db, 's5000', 9)
    burn(db, 's5001', -9)
  })
  expect(next(MINUTE_MS + SECOND_MS).ids).toContain('s5000')
})

it('what could not be counted is read again without another commit', () => {
  const { next, answer } = watched()
  answer.isCounted = false
  for (let sample = 0; sample < 6; sample += 1) next()
  answer.isCounted = true
  const ids = new Set<string>()
  let completeMs: number | null = null
  for (let sample = 0; sample < 30; sample += 1) {
    const slice = next()
    for (const id of slice.ids) ids.add(id)
    completeMs = slice.completeMs ?? completeMs
  }
  expect(ids.size).toBe(ROWS)
  expect(completeMs).not.toBeNull()
})
