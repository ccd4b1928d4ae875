import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { SharedNote } from './shared-note.ts'

it('the last text stays readable when the thread that wrote it runs out of memory', async () => {
  const note = new SharedNote()
  const worker = new Worker(
    `const { workerData } = require('node:worker_threads')
     import(workerData.module).then(({ SharedNote }) => {
       const note = new SharedNote(workerData.buffer)
       note.write('before')
       note.write('während')
       const kept = []
       for (;;) kept.push(new Array(10_000).fill(kept.length))
     })`,
    {
      eval: true,
      workerData: { buffer: note.buffer, module: new URL('./shared-note.ts', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    },
  )
  const [error] = await once(worker, 'error')
  expect(error).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  expect(note.read()).toBe('während')
})

it.each([[null], [''], ['x'.repeat(10_000)]])('nothing is read after %j', (text) => {
  const note = new SharedNote()
  note.write('before')
  note.write(text)
  expect(note.read()).toBeNull()
})
