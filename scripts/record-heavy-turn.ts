/** Plays an ordinary heavy turn into a generated home and records its light samples, for the quiet week. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeHome } from '../lib/testing/make-home.ts'
import { tempHome } from '../lib/testing/temp-home.ts'
import { HEAVY_SESSION, recordHeavyTurn } from '../lib/testing/watch/heavy-turn.ts'

const temp = tempHome()
makeHome({
  path: temp.path,
  era: 'aug',
  nowMs: Date.now(),
  sessions: [{ id: HEAVY_SESSION, source: 'telegram', title: 'Refactoring', messages: 40 }],
})
const samples = recordHeavyTurn(temp.path)
temp.cleanup()
writeFileSync(
  join(import.meta.dirname, '../lib/testing/watch/heavy-turn.json'),
  `${JSON.stringify(samples, null, 2)}\n`,
)
