/** Many real event streams against a real server. Each counts its events. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'

export type EventStreams = {
  /** How many events of this name each stream received. */
  readonly heard: (event: string) => readonly number[]
  /** How many streams the server ended. */
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
      // Reported where the response ends.
      lines.on('error', () => undefined)
      response.on('close', () => {
        if (!isClosing) ended += 1
      })
      // Ours are ended on purpose; others count as ended.
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

/** Requests a stream and disconnects at once, like a tab closed while it loads. */
export const hangUpEarly = (url: string, token: string): Promise<void> =>
  new Promise((resolve) => {
    const asked = request(url, { agent: false, headers: streamHeaders(token) })
    // Ended on purpose, so errors do not matter.
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
