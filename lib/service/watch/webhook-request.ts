/** One delivery attempt: a signed POST with a timeout that follows no redirect. */
import { createHmac } from 'node:crypto'

export type WebhookTarget = {
  readonly url: string
  /** Null: nothing is signed. */
  readonly secret: string | null
  /** Steward's version, for the body and the User-Agent. */
  readonly version: string
}

/** `trouble` is why the delivery failed. It never contains the URL, which may be secret. */
export type Answer =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly trouble: string }

export async function postToWebhook(
  { url, secret, version }: WebhookTarget,
  body: string,
  nowMs: number,
  timeoutMs: number,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `hermes-steward/${version}`,
        ...(secret === null ? {} : { 'x-steward-signature': sign(secret, body, nowMs) }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // The response body is not used and may be endless, so it is canceled.
    response.body?.cancel().catch(() => undefined)
    if (response.ok) return { kind: 'delivered', status: response.status }
    return { kind: 'failed', trouble: describeStatus(response.status) }
  } catch (error) {
    return { kind: 'failed', trouble: describeError(error, timeoutMs) }
  }
}

/** The time is signed too, so that an old message cannot be replayed. */
function sign(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `it answered ${status}, and redirects are not followed`
    : `it answered ${status}`

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  ENOTFOUND: 'its name was not found',
  EAI_AGAIN: 'its name was not found',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}

function describeError(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `there was no answer within ${timeoutMs / 1_000} s`
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return WORDS[code] ?? (code === '' ? 'it could not be reached' : `it could not be reached (${code})`)
}
