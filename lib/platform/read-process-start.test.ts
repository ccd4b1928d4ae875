import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startLineChild } from '../testing/processes/line-child.ts'
import { hasEnded } from './read-process-start.ts'

const onLinux = it.runIf(process.platform === 'linux')

onLinux('a running process has not ended, and one that is gone has', async () => {
  const child = await startLineChild('sh', ['-c', 'echo ready; exec cat'])
  expect(hasEnded(child.pid)).toBe(false)
  await child.stop()
  expect(hasEnded(child.pid)).toBe(true)
})

onLinux('a process has ended before its parent reads how', async () => {
  const child = spawn('true', { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const { pid = 0 } = child
  // Node reads how it ended in a later turn of the event loop.
  while (!hasEnded(pid));
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  await exit
})
