import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Era, makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStateDb } from '../database/open-state-db.ts'
import { readAuxiliaryUsage } from './read-auxiliary-usage.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

function read() {
  const opened = openStateDb(temp.path)
  if (!opened.ok) throw new Error(opened.fault.code)
  const usage = readAuxiliaryUsage(opened.value)
  opened.value.close()
  return usage
}

const make = (era: Era) =>
  makeHome({
    path: temp.path,
    era,
    nowMs: Date.UTC(2026, 10, 16),
    sessions: [
      {
        id: 'a',
        tokens: { input: 1000, output: 2000, cacheRead: 3000, cacheWrite: 4000 },
        auxiliary: [
          { task: 'vision', tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } },
          { task: 'title_generation', tokens: { input: 10, output: 20 } },
        ],
      },
    ],
  })

it('sums usage outside the conversations, and not the conversations themselves', () => {
  make('aug')
  expect(read()).toEqual({ input: 11, output: 22, cacheRead: 3, cacheWrite: 4 })
})

it('is unknown, not zero, in a home whose Hermes does not record it', () => {
  make('may')
  expect(read()).toBeNull()
})

it('is unknown if the table does not separate tasks yet', () => {
  make('may')
  const db = new Database(join(temp.path, 'state.db'))
  db.exec('CREATE TABLE session_model_usage (session_id, input_tokens, output_tokens)')
  db.close()
  expect(read()).toBeNull()
})

it('is zero if nothing was recorded', () => {
  makeHome({ path: temp.path, era: 'aug', nowMs: Date.UTC(2026, 10, 16) })
  expect(read()).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })
})
