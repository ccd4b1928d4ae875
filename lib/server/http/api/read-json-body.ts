/**
 * Reads and validates the JSON body of a request, up to a size limit. Invalid bodies are refused with a
 * message.
 */
import { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { apiError } from './api.ts'

const MAX_BYTES = 1_000_000

export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_BYTES,
): Promise<Result<z.output<Schema>, Response>> {
  if (!isJson(request.headers.get('content-type'))) return failed(notJson())
  const read = await readBytes(request, maxBytes)
  return read.ok ? assess(read.value, schema) : read
}

const Nothing = z.strictObject({})

/** For calls without input: no body or an empty object. Anything else is refused. */
export async function readEmptyBody(request: Request): Promise<Result<null, Response>> {
  const read = await readBytes(request, MAX_BYTES)
  if (!read.ok) return read
  if (read.value.length === 0) return ok(null)
  if (!isJson(request.headers.get('content-type'))) return failed(notJson())
  const body = assess(read.value, Nothing)
  return body.ok ? ok(null) : body
}

const notJson = (): Response => apiError('not-json', 'Send the body as JSON: Content-Type: application/json.')

function assess<Schema extends z.ZodType>(
  bytes: Uint8Array,
  schema: Schema,
): Result<z.output<Schema>, Response> {
  const value = parse(bytes)
  if (!value.ok) return failed(apiError('bad-input', value.fault))
  const parsed = schema.safeParse(value.value)
  return parsed.success
    ? ok(parsed.data)
    : failed(apiError('bad-input', describeIssue(parsed.error.issues[0])))
}

const isJson = (type: string | null): boolean =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

/** Stops reading at the limit, whatever Content-Length says. */
async function readBytes(request: Request, maxBytes: number): Promise<Result<Uint8Array, Response>> {
  const tooLarge = () =>
    failed(apiError('too-large', `The body is larger than ${maxBytes.toLocaleString('en-US')} bytes.`))
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    size += next.value.length
    if (size > maxBytes) {
      await reader?.cancel()
      return tooLarge()
    }
    chunks.push(next.value)
  }
  return ok(Buffer.concat(chunks))
}

function parse(bytes: Uint8Array): Result<unknown, string> {
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return failed('The body is not valid JSON.')
  }
}

/** Names the field and the problem, never the value. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys')
    return `${shown([...place, issue.keys[0] ?? ''])} is not known here.`
  if (issue?.message.endsWith('received undefined')) return `${shown(place)} is missing.`
  return `${shown(place)}: ${shorten(issue?.message ?? 'not understood', 160)}${issue?.message.endsWith('.') ? '' : '.'}`
}

const shown = (place: readonly string[]): string =>
  place.length === 0 ? 'The body' : shorten(place.join('.'), 80)

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
