/** The shape of every response of the HTTP API, and who may request it. */
import type { Actor } from '../../../domain/access/actor.ts'
import { ACCESS_REFUSALS } from '../../../domain/access/words.ts'
import { actorHeader } from '../guard/actor-header.ts'
import { logFailedRequest } from '../log-failed-request.ts'

export type ApiErrorCode =
  | 'bad-input'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'not-json'
  | 'unavailable'

const STATUS: Readonly<Record<ApiErrorCode, number>> = {
  'bad-input': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'not-json': 415,
  unavailable: 503,
}

/** An observation shared by many requests is serialized once and cached as long as the observation. */
const written = new WeakMap<object, Uint8Array<ArrayBuffer>>()

export function apiJson(body: object, status = 200): Response {
  const bytes = written.get(body) ?? new TextEncoder().encode(JSON.stringify(body))
  written.set(body, bytes)
  return new Response(bytes, {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}

export function apiError(code: ApiErrorCode, message: string): Response {
  const headers = {
    'cache-control': 'no-store',
    ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
  }
  return Response.json({ error: { code, message } }, { status: STATUS[code], headers })
}

/** Runs a reader for a signed-in actor. An exception is logged under a reference and never shown. */
export async function answerApi(
  request: Request,
  read: (actor: Actor) => Promise<Response>,
): Promise<Response> {
  const actor = actorHeader.read(request.headers.get(actorHeader.name))
  if (actor === null) return apiError('unauthorized', ACCESS_REFUSALS.tokenNeeded)
  try {
    return await read(actor)
  } catch (error) {
    const reference = logFailedRequest(request.method, request.url, error)
    return apiError(
      'unavailable',
      `This could not be read just now. The server's log has it under ${reference}.`,
    )
  }
}
