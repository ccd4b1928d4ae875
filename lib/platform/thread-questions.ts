/** Questions of a worker thread that the main thread answers while the worker waits. The main thread never waits for one. */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

type Question = { readonly id: number; readonly question: unknown; readonly flag: Int32Array }
type Answer = { readonly id: number } & ({ readonly answer: unknown } | { readonly error: Error })

/** The port is for the worker, in `workerData` and in `transferList`. */
export function answerThread<Q, A>(answer: (question: Q) => A): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', ({ id, question, flag }: Question) => {
    port1.postMessage({ id, ...attempt(() => answer(question as Q)) } satisfies Answer)
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  })
  // The worker keeps the process running, if anything does.
  port1.unref()
  return port2
}

/** A bug in an answer must not end the server. */
function attempt(answer: () => unknown): { readonly answer: unknown } | { readonly error: Error } {
  try {
    return { answer: answer() }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

let lastId = 0

/** Null if the main thread did not answer in time. Throws what its answer threw. */
export function askMainThread<Q, A>(port: MessagePort, question: Q, withinMs: number): A | null {
  lastId += 1
  const id = lastId
  const flag = new Int32Array(new SharedArrayBuffer(4))
  port.postMessage({ id, question, flag } satisfies Question)
  Atomics.wait(flag, 0, 0, withinMs)
  for (;;) {
    const received: { message: Answer } | undefined = receiveMessageOnPort(port)
    if (received === undefined) return null
    // An earlier answer may have come too late.
    const { message } = received
    if (message.id !== id) continue
    if ('error' in message) throw message.error
    return message.answer as A
  }
}
