import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems hand out ports above these to everyone who asks for any, so none of these is given to another process. */
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
