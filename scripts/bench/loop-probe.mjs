/**
 * Loaded into the server under test by NODE_OPTIONS=--import. Watches the main thread's event loop on request
 * and reports resource usage, over its own socket, so that no route of the server is involved.
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

const socket = process.env.STEWARD_BENCH_SOCKET

if (isMainThread && socket) {
  const watching = makeWatch()
  createServer((request, response) => {
    const report = { ...watching.report(), ...usage() }
    if (request.url === '/watch') watching.start()
    else watching.stop()
    response.end(JSON.stringify(report))
  })
    .listen(socket)
    .unref()
}

/** Wakes the process a thousand times a second, so it is off while the idle cost is measured. */
function makeWatch() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let timer
  let longestTurnCpuMs = 0
  let lastMs = 0
  const turn = () => {
    const nowMs = threadCpuMs()
    longestTurnCpuMs = Math.max(longestTurnCpuMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const stop = () => {
    clearInterval(timer)
    delay.disable()
  }
  return {
    start: () => {
      stop()
      longestTurnCpuMs = 0
      lastMs = threadCpuMs()
      timer = setInterval(turn, 1).unref()
      delay.reset()
      delay.enable()
    },
    stop,
    report: () => ({ longestBlockMs: delay.max / 1e6, longestTurnCpuMs }),
  }
}

const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const usage = () => {
  const { user, system } = process.cpuUsage()
  return {
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
    cpuMs: (user + system) / 1000,
  }
}
