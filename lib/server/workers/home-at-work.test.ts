/** A crash is blamed on the home that was worked on, also while several wait for their files. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { SharedNote } from '../../platform/shared-note.ts'
import { HomeObserver } from '../../service/observe/home-observer.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeAtWork } from './home-at-work.ts'

const temp = tempHome()
afterAll(temp.cleanup)

function makeAtWork() {
  const note = new SharedNote()
  return { note, atWork: new HomeAtWork(note.buffer) }
}

it('each of two homes is noted while it is composed, whichever began last', async () => {
  const { note, atWork } = makeAtWork()
  const noted: [string, string | null][] = []
  const homes = ['a', 'b'].map((id) => {
    const { path } = tinyHome(join(temp.root, id), Date.now())
    return new HomeObserver(
      { id, path, root: path, label: id, profile: null, demo: false },
      'no memory in this test',
      {
        readOnly: false,
        clock: Date.now,
        atWork: (homePath, work) => atWork.during(homePath, work),
        // Asked in the middle of the work after the files were read.
        lockRefusal: (homePath) => {
          noted.push([homePath, note.read()])
          return null
        },
      },
    )
  })
  for (const order of [homes, homes.toReversed()])
    await Promise.all(
      order.map((home) => atWork.during(home.home.path, () => home.countAgain().then(() => home.observe()))),
    )
  expect(noted.length).toBeGreaterThanOrEqual(4)
  for (const [homePath, note] of noted) expect(note).toBe(homePath)
  expect(note.read()).toBeNull()
})

it('what goes on after a home worked stays noted, until another one works', () => {
  const { note, atWork } = makeAtWork()
  const waits = () => new Promise<void>(() => undefined)
  atWork.during('/a', waits)
  atWork.during('/b', waits)
  expect(note.read()).toBe('/b')
  atWork.during('/a', () => expect(note.read()).toBe('/a'))
  expect(note.read()).toBe('/a')
  atWork.during('/b', () => undefined)
  expect(note.read()).toBe('/b')
})
