/** A line to the server that can be cut and mended: what a proxy, a laptop's lid or a cable does to a stream. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type CutLine = {
  readonly url: string
  /** Drops every connection; new ones are refused until it is mended. */
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => Promise<void>
}

export async function writeLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  const proxy = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
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
      // A cut line is the point; the other end hears of it by its close.
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
    cut: () => {
      isCut = true
      drop()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      const closed = once(proxy, 'close')
      proxy.close()
      drop()
      await closed
    },
  }
}
