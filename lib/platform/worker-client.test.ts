import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { captureLog } from '../testing/capture-log.ts'
import type { Script } from '../testing/processes/scripted-worker.ts'
import { WorkerClient, type WorkerClientOptions } from './worker-client.ts'

const STOPPED = 'The worker stopped.'
let client: WorkerClient<Script, unknown>
let workers: Worker[]
let pushes: unknown[]
let errors: Error[]
/** Called with every worker that is started. */
let onStart: (worker: Worker) => void

afterEach(() => client.stop())

function makeClient(options: Partial<WorkerClientOptions<unknown>> = {}): WorkerClient<Script, unknown> {
  workers = []
  pushes = []
  errors = []
  onStart = () => undefined
  client = new WorkerClient<Script, unknown>({
    create: (resourceLimits) => {
      const url = new URL('../testing/processes/scripted-worker.ts', import.meta.url)
      const worker = new Worker(url, { resourceLimits, stderr: true })
      workers.push(worker)
      onStart(worker)
      return worker
    },
    memoryMb: { first: 64, most: 64, young: 8 },
    restartAfterMs: null,
    stoppedMessage: STOPPED,
    onPush: (push) => pushes.push(push),
    onError: (error) => errors.push(error),
    ...options,
  })
  return client
}

const echo = (value: unknown): Script => ({ kind: 'echo', value })

it('every request gets its own answer, from one worker started by the first request', async () => {
  makeClient()
  expect(client.running).toBe(false)
  const values = [1, 'two', { three: [3] }, null]
  expect(await Promise.all(values.map((value) => client.request(echo(value))))).toEqual(values)
  expect(workers).toHaveLength(1)
})

it('a failing handler fails only its own request', async () => {
  makeClient()
  const failing = client.request({ kind: 'fail', message: 'no such thing' })
  const other = client.request(echo('fine'))
  await expect(failing).rejects.toThrow('no such thing')
  expect(await other).toBe('fine')
  expect(errors).toEqual([])
})

it('an answer that cannot be sent fails its request', async () => {
  makeClient()
  await expect(client.request({ kind: 'echo-function' })).rejects.toThrow('could not be cloned')
  expect(await client.request(echo('fine'))).toBe('fine')
})

it('pushed events arrive in order, before the reply that follows them', async () => {
  makeClient()
  for (const push of ['a', 'b']) await client.request({ kind: 'push', push })
  expect(pushes).toEqual(['a', 'b'])
})

it.each(['exit', 'throw'] as const)('pending requests fail when the worker stops: %s', async (kind) => {
  makeClient()
  const waiting = [client.request({ kind: 'hang' }), client.request({ kind: 'hang' })]
  const settled = Promise.allSettled(waiting)
  await client.request({ kind }).catch(() => undefined)
  expect(await settled).toEqual(
    waiting.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: STOPPED }) })),
  )
  expect(errors.map(({ message }) => message)).toEqual(kind === 'throw' ? ['thrown outside a request'] : [])
})

it('the next request starts a new worker after one stopped', async () => {
  makeClient()
  await expect(client.request({ kind: 'exit' })).rejects.toThrow(STOPPED)
  expect(client.running).toBe(false)
  expect(await client.request(echo('again'))).toBe('again')
  expect(workers).toHaveLength(2)
})

it('a worker that must stay alive is restarted without a request', async () => {
  makeClient({ restartAfterMs: 0 })
  await client.request(echo(1))
  const restarted = new Promise<Worker>((resolve) => {
    onStart = resolve
  })
  await expect(client.request({ kind: 'exit' })).rejects.toThrow(STOPPED)
  expect(await restarted).toBe(workers[1])
  expect(await client.request(echo(2))).toBe(2)
})

it('after running out of memory, the next worker gets twice as much, up to the limit', async () => {
  makeClient({ memoryMb: { first: 16, most: 48, young: 4 } })
  const limits = [await client.request({ kind: 'memory-limit' })]
  for (let round = 0; round < 2; round += 1) {
    await expect(client.request({ kind: 'fill-memory' })).rejects.toThrow(STOPPED)
    limits.push(await client.request({ kind: 'memory-limit' }))
  }
  expect(limits).toEqual([16, 32, 48])
  expect(errors).toHaveLength(2)
})

it('an idle worker is dismissed, and the next request starts another', async () => {
  makeClient()
  await client.request({ kind: 'report-idle' })
  expect(await once(workers[0] as Worker, 'exit')).toEqual([0])
  expect(client.running).toBe(false)
  expect(await client.request(echo('next'))).toBe('next')
  expect(workers).toHaveLength(2)
})

it('a worker that reports idle while a request is pending is kept', async () => {
  makeClient()
  const waiting = expect(client.request({ kind: 'hang' })).rejects.toThrow(STOPPED)
  await client.request({ kind: 'report-idle' })
  expect(await client.request(echo('crossed'))).toBe('crossed')
  expect(workers).toHaveLength(1)
  await client.stop()
  await waiting
})

it('a request after stop starts a new worker, and a pending one fails', async () => {
  makeClient({ restartAfterMs: 0 })
  const waiting = expect(client.request({ kind: 'hang' })).rejects.toThrow(STOPPED)
  await client.stop()
  await waiting
  expect(client.running).toBe(false)
  expect(await client.request(echo('anew'))).toBe('anew')
})

it('an unserializable request fails at once and leaves nothing pending', async () => {
  makeClient()
  await expect(client.request(echo(() => undefined))).rejects.toThrow('could not be cloned')
  await client.request({ kind: 'report-idle' })
  expect(await once(workers[0] as Worker, 'exit')).toEqual([0])
})

it('what a worker prints becomes log lines without secrets, beside the lines of its log', async () => {
  makeClient()
  const lines = captureLog()
  await client.request({ kind: 'log', message: 'a line of its log' })
  await client.request({ kind: 'print', text: 'printed with Bear' })
  await client.request({ kind: 'print', text: 'er planted-token\n\n{"level":"not ours"}\n' })
  await expect.poll(lines).toHaveLength(3)
  expect(lines()).toMatchObject([
    { level: 'info', message: 'a line of its log' },
    { level: 'warn', message: 'worker output', text: 'printed with Bearer [redacted]' },
    { level: 'warn', message: 'worker output', text: '{"level":"not ours"}' },
  ])
})
