/** Many real event streams against a real server, for tests and torture: each counts what it hears. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'

export type EventStreams = {
  /** How often each stream heard an event of this name. */
  readonly heard: (event: string) => readonly number[]
  /** How many the server ended. */
  readonly ended: () => number
  readonly close: () => void
}

export async function openEventStreams(url: string, token: string, count: number): Promise<EventStreams> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const counts = Array.from({ length: count }, () => new Map<string, number>())
  let ended = 0
  let isClosing = false
  const responses = await Promise.all(
    counts.map(async (own) => {
      const response = await open(url, token, agent)
      const lines = createInterface({ input: response })
      lines.on('line', (line) => {
        const name = /^event: (.*)$/.exec(line)?.[1]
        if (name !== undefined) own.set(name, (own.get(name) ?? 0) + 1)
      })
      // Whatever ends the response is told there, not here.
      lines.on('error', () => undefined)
      response.on('close', () => {
        if (!isClosing) ended += 1
      })
      // Ours are cut on purpose; others show as ended.
      response.on('error', () => undefined)
      return response
    }),
  )
  return {
    heard: (event) => counts.map((own) => own.get(event) ?? 0),
    ended: () => ended,
    close: () => {
      isClosing = true
      for (const response of responses) response.destroy()
      agent.destroy()
    },
  }
}

/** Asks for a stream and hangs up as soon as the question is out, as a tab does that is closed while it opens. */
export const hangUpEarly = (url: string, token: string): Promise<void> =>
  new Promise((resolve) => {
    const asked = request(url, { agent: false, headers: streamHeaders(token) })
    // Cut on purpose: whatever it says of that, it is over.
    asked.on('error', () => undefined)
    asked.on('close', resolve)
    asked.end(() => asked.destroy())
  })

const streamHeaders = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'text/event-stream' })

function open(url: string, token: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: streamHeaders(token) }, (response) =>
      response.statusCode === 200
        ? resolve(response)
        : reject(new Error(`the stream answered ${response.statusCode}`)),
    )
    asked.on('error', reject)
    asked.end()
  })
}
