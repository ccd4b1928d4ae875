/** A real webhook receiver with settable responses that records its requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type HookServer = {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves when this many have arrived. */
  readonly arrived: (count: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** `answer` gets the request's number, from 0. */
export async function hookServer(
  answer: (response: ServerResponse, no: number) => void = (response) => response.end(),
  port = 0,
): Promise<HookServer> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      answer(response, received.length - 1)
      for (const check of waiting) check()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
