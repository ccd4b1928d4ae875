/** The worker thread's side of `WorkerClient`: answers requests, pushes events, says when it is idle. */
import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './worker-messages.ts'

export type WorkerServer<Request> = {
  readonly handle: (request: Request) => Promise<unknown> | unknown
  /** After the reply was sent, so that an idle message cannot overtake it. */
  readonly afterReply?: () => void
  /** The client dismissed this worker after an idle message. */
  readonly onDismiss?: () => void
}

export function serveRequests<Request>({ handle, afterReply, onDismiss }: WorkerServer<Request>): void {
  parentPort?.on('message', async (message: ToWorker<Request>) => {
    if ('dismiss' in message) {
      onDismiss?.()
      parentPort?.close()
      return
    }
    const { id, request } = message
    try {
      send({ kind: 'done', id, value: await handle(request) })
    } catch (error) {
      // Also where the value cannot be copied to another thread.
      send({ kind: 'failed', id, message: describe(error) })
    }
    afterReply?.()
  })
}

export const pushToClient = (push: unknown): void => send({ kind: 'push', push })

export const reportIdle = (): void => send({ kind: 'idle' })

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

function send(message: FromWorker<unknown>): void {
  parentPort?.postMessage(message)
}
