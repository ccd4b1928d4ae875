/** The metrics of every home and of this process, for a monitor that polls every few seconds. */
import type { HomeMetrics, ProcessMetrics } from '../../../domain/watch/metrics.ts'
import { VERSION } from '../../version.ts'
import { getCollector } from '../../workers/get-collector.ts'

export async function readHomesMetrics(): Promise<readonly HomeMetrics[]> {
  const collector = getCollector()
  const first = await collector.query(null, 'metrics', null)
  if (first === null) return []
  const others = await Promise.all(first.homes.slice(1).map(({ id }) => collector.query(id, 'metrics', null)))
  return [first.answer, ...others.flatMap((reply) => (reply === null ? [] : [reply.answer]))]
}

export function processMetrics(): ProcessMetrics {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    version: VERSION,
    cpuSeconds: (user + system) / 1_000_000,
    residentBytes: rss,
    heapBytes: heapUsed,
    startedSeconds: Math.round(Date.now() / 1_000 - process.uptime()),
  }
}
