/**
 * Server actions whose body Next cannot decode. Next answers 500 and prints an error, but the fault is the sender's:
 * the answer becomes a 400, or a 413 for a body over the limit, and the log gets a warning.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../../../platform/log.ts'
import { answerJson } from './replies.ts'

type ActionRequest = { hasStarted: boolean; error: unknown }

/** As `bodySizeLimit` in next.config.mjs. */
const BODY_MAX_BYTES = 8 * 1024 * 1024

const KEY = Symbol.for('hermes-steward.action-request')

/** On globalThis, because the bundled app and the server share only the process. */
type Shared = typeof globalThis & { [KEY]?: AsyncLocalStorage<ActionRequest> }

function requests(): AsyncLocalStorage<ActionRequest> {
  const shared: Shared = globalThis
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Called before an action does anything. Errors from then on are ours. */
export function startAction(): void {
  const request = requests().getStore()
  if (request !== undefined) request.hasStarted = true
}

/** True if the error comes from decoding a body. It is logged with the response. */
export function isDecodingError(error: unknown): boolean {
  const request = requests().getStore()
  if (request === undefined || request.hasStarted) return false
  request.error ??= error
  return true
}

/** Lets Next handle a request, and replaces its answer if the body could not be decoded. */
export function handleWithNext(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  if (!mayBeAction(request)) return handle(request, response)
  // Refused before Next reads it, because Next stops in the middle, and then no connection could be kept.
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) {
    answerUndecodable(request, response, 413, 'over the size limit')
    request.resume()
    return Promise.resolve()
  }
  const action: ActionRequest = { hasStarted: false, error: undefined }
  replaceFailure(request, response, action)
  return requests().run(action, () => handle(request, response))
}

/** Everything else that is posted to a page only renders it. */
const mayBeAction = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  (headers['next-action'] !== undefined ||
    headers['content-type']?.startsWith('multipart/form-data') === true)

type Output = Pick<ServerResponse, 'writeHead' | 'flushHeaders' | 'write' | 'end'>

function replaceFailure(request: IncomingMessage, response: ServerResponse, action: ActionRequest): void {
  const { writeHead, flushHeaders, write, end } = response
  const headersOfGuard = new Set(response.getHeaderNames())
  const isReplaced = (status: number): boolean => {
    if (response.headersSent || status < 500 || action.hasStarted) return false
    for (const name of response.getHeaderNames()) if (!headersOfGuard.has(name)) response.removeHeader(name)
    Object.assign(response, { writeHead, flushHeaders, write, end } satisfies Output)
    const { error } = action
    // Next may have stopped in the middle of the body, so the next request could not be read.
    response.setHeader('connection', 'close')
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown'
    answerUndecodable(request, response, isTooLarge ? 413 : 400, reason)
    // What Next still writes of its own answer is dropped.
    Object.assign(response, {
      writeHead: () => response,
      flushHeaders: () => undefined,
      write: () => true,
      end: () => response,
    } satisfies Output)
    return true
  }
  const unlessReplaced =
    <Args extends unknown[], Value>(
      method: (...args: Args) => Value,
      dropped: Value,
      statusOf: (args: Args) => number = () => response.statusCode,
    ) =>
    (...args: Args): Value =>
      isReplaced(statusOf(args)) ? dropped : method.apply(response, args)
  Object.assign(response, {
    writeHead: unlessReplaced(writeHead, response, ([status]) => Number(status)),
    flushHeaders: unlessReplaced(flushHeaders, undefined),
    write: unlessReplaced(write, true),
    end: unlessReplaced(end, response),
  })
}

function answerUndecodable(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  status: 400 | 413,
  reason: string,
): void {
  log.warn('request body not decoded', { method, path: url?.split('?')[0], reason })
  if (status === 413)
    answerJson(response, 413, 'too-large', 'This is more than 8 MB. Select less and try again.')
  else answerJson(response, 400, 'bad-body', 'This request cannot be read. Reload the page and try again.')
}
