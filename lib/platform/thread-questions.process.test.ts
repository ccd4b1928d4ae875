import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { answerThread } from './thread-questions.ts'

const MODULE = JSON.stringify(new URL('./thread-questions.ts', import.meta.url).href)

/** Only a hang takes this long. */
const LONG_MS = 60_000

/** Asks without returning to its event loop, and posts what it got. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(${MODULE}).then(({ askMainThread }) => {
    const ask = ([question, withinMs]) => {
      try { return askMainThread(workerData.port, question, withinMs) } catch ({ message }) { return message }
    }
    parentPort.postMessage(workerData.questions.map(ask))
  })
`

type Asked = readonly [question: string, withinMs: number]

async function askFrom(answer: (question: string) => string, ...questions: readonly Asked[]) {
  const port = answerThread(answer)
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { port, questions },
    transferList: [port],
  })
  const [answers] = await once(worker, 'message')
  await worker.terminate()
  return answers
}

it('a thread gets its answers while it waits, and an error is thrown in the thread that asked', async () => {
  const answer = (question: string) => {
    if (question === 'bad') throw new Error('a bug')
    return `${question}!`
  }
  expect(await askFrom(answer, ['one', LONG_MS], ['bad', LONG_MS], ['two', LONG_MS])).toEqual([
    'one!',
    'a bug',
    'two!',
  ])
})

it('an answer that comes too late is not taken for the next one', async () => {
  let asked = 0
  const answer = (question: string) => {
    asked += 1
    // Longer than the thread waits for its first answer.
    if (asked === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    return question
  }
  expect(await askFrom(answer, ['late', 100], ['next', LONG_MS])).toEqual([null, 'next'])
})
