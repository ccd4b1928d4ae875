import { afterAll, expect, it } from 'vitest'
import { HEAVY_SESSION, recordedTurn, recordHeavyTurn } from './heavy-turn.ts'
import { watchLab } from './watch-lab.ts'

const lab = watchLab()
afterAll(lab.temp.cleanup)

it('the recording matches what light samples see today', () => {
  const { path } = lab.make([{ id: HEAVY_SESSION, source: 'telegram', title: 'Refactoring', messages: 40 }])
  expect(recordHeavyTurn(path)).toEqual(recordedTurn())
})
