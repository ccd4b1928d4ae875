import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../shared/time.ts'
import { dashedStamp } from '../../testing/home/local-stamp.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { countRecentOutputs } from './count-recent-outputs.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const SINCE = Date.UTC(2026, 10, 10)
const make = (job: string, ...names: readonly string[]) => {
  const folder = join(temp.path, 'cron', 'output', job)
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), 'x')
}
const at = (hours: number) => `${dashedStamp(SINCE + hours * HOUR_MS)}.md`

it('counts by the time in the name, and only outputs', () => {
  make('busy', at(-3), at(0), at(5), 'notes.md', '.output_x.tmp')
  make('quiet', at(-30))
  expect(countRecentOutputs(temp.path, SINCE)).toEqual(
    new Map([
      ['busy', 2],
      ['quiet', 0],
    ]),
  )
})

it('a home without outputs has none, and links are not followed', () => {
  expect(countRecentOutputs(temp.path, SINCE)).toEqual(new Map())
  make('busy', at(1))
  const other = tempHome()
  mkdirSync(join(other.path, 'cron'), { recursive: true })
  symlinkSync(join(temp.path, 'cron', 'output'), join(other.path, 'cron', 'output'))
  expect(countRecentOutputs(other.path, SINCE)).toBeNull()
  other.cleanup()
})
