/**
 * One request to Hermes' API server on this machine. Follows no redirects and is limited in time and size.
 * Responses may contain prompts, so callers read single fields and show nothing else.
 */

export type HermesServer = { readonly base: string; readonly key: string | null }

export type HermesResponse = { readonly status: number; readonly body: unknown }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_000_000

/**
 * Null if there was no response. `key: false` for public calls: the key is sent only after the server proved
 * to be Hermes.
 */
export async function callHermes(
  server: HermesServer,
  method: 'GET' | 'POST',
  path: string,
  options: { readonly key?: boolean; readonly timeoutMs?: number } = {},
): Promise<HermesResponse | null> {
  const isKeySent = options.key !== false && server.key !== null
  try {
    const response = await fetch(server.base + path, {
      method,
      headers: isKeySent ? { authorization: `Bearer ${server.key}` } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    })
    return { status: response.status, body: parseJson(await readBounded(response)) }
  } catch {
    // Refused, reset, timed out or too large: no response.
    return null
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    size += next.value.length
    if (size > MAX_BYTES) {
      await reader?.cancel()
      throw new Error('the answer is too long')
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON. Fields read from it will be missing.
    return null
  }
}
