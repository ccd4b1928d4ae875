/** A proxy that forwards everything except stream events, like one that buffers responses. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'

type SilentProxy = { readonly url: string; readonly close: () => Promise<void> }

export async function openSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((near, reply) => {
    const { method, url: path, headers } = near
    const far = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      if (answer.headers['content-type'] !== 'text/event-stream') return void answer.pipe(reply)
      reply.flushHeaders()
      answer.resume()
    })
    // Only the browser disconnects, and it needs no response.
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
