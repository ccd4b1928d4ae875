/** A proxy whose connections can be broken, like by a closed laptop lid or an unplugged cable. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = {
  readonly url: string
  /** Drops every connection and refuses new ones until it is repaired. */
  readonly breakAll: () => void
  readonly repair: () => void
  readonly close: () => Promise<void>
}

export async function openBreakableProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isBroken = false
  const proxy = createServer((near) => {
    if (isBroken) return void near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      // Broken connections are expected. The other end is closed too.
      one.on('error', () => undefined)
      one.pipe(other)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    breakAll: () => {
      isBroken = true
      drop()
    },
    repair: () => {
      isBroken = false
    },
    close: async () => {
      const closed = once(proxy, 'close')
      proxy.close()
      drop()
      await closed
    },
  }
}
