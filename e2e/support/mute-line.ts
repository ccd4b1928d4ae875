/** A proxy that answers everything but keeps what an event stream says to itself, as one that gathers answers does. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'

type MuteLine = { readonly url: string; readonly close: () => Promise<void> }

export async function openMuteConnection(target: string): Promise<MuteLine> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((near, reply) => {
    const { method, url: path, headers } = near
    const far = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      if (answer.headers['content-type'] !== 'text/event-stream') return void answer.pipe(reply)
      reply.flushHeaders()
      answer.resume()
    })
    // Whoever hangs up is the browser; there is nobody to tell.
    far.on('error', () => reply.destroy())
    reply.on('close', () => far.destroy())
    near.pipe(far)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
  }
}
