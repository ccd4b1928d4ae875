import type { Instrumentation } from 'next'

/** Runs once at server start, so that sampling begins before the first visit. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getCollector } = await import('./lib/server/workers/get-collector')
  getCollector().start()
  // Subscribes to every state from the first on, to serve the newest of each home.
  const { getWatchHub } = await import('./lib/server/workers/get-watch-hub')
  getWatchHub()
  // Recovers runs that the last server left unfinished.
  const { getExecutor } = await import('./lib/server/workers/get-executor')
  getExecutor().start()
}

/** Logs errors with a reference, as pages show it. Next prints the others, and `captureConsole` logs those. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, path }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { log } = await import('./lib/platform/log')
  const { referenceOf } = await import('./lib/server/capture-console')
  const { isDecodingError } = await import('./lib/server/http/guard/undecodable-body')
  if (isDecodingError(error)) return
  const reference = referenceOf(error)
  if (reference !== undefined)
    log.error('request failed', { reference, method, path: path.split('?')[0] }, error)
}
