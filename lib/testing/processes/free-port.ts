import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range from which systems assign ports, so that another process does not get one of these. */
const [FIRST_PORT, LAST_PORT] = [10_240, 32_767]

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT + 1)
  const probe = createServer()
  const isFree = new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  probe.listen(port, '127.0.0.1')
  if (!(await isFree)) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
