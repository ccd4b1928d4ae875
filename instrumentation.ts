import type { Instrumentation } from 'next'

/** Runs once when the server starts: the collector watches from the first moment, not from the first visit. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getCollector } = await import('./lib/server/workers/get-collector')
  getCollector().start()
  // It keeps the newest state of each home, so it listens from the first one on.
  const { getWatchHub } = await import('./lib/server/workers/get-watch-hub')
  getWatchHub()
  // Something may have been left under way when the last server ended.
  const { getExecutor } = await import('./lib/server/workers/get-executor')
  getExecutor().start()
}

/** Pages only: an error without a reference is printed by Next, which ends in the log too (`captureConsole`). */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, path }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { log } = await import('./lib/platform/log')
  const { referenceOf } = await import('./lib/server/capture-console')
  const reference = referenceOf(error)
  if (reference !== undefined)
    log.error('request failed', { reference, method, path: path.split('?')[0] }, error)
}
