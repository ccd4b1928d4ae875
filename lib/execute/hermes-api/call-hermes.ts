/**
 * One call to Hermes' own API server on this machine: no redirect followed, bounded in time and size. What it answers
 * may hold prompts, so nothing of it is shown; only what a caller asks for is read out.
 */

export type HermesServer = { readonly base: string; readonly key: string | null }

export type HermesResponse = { readonly status: number; readonly body: unknown }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_000_000

/** Null: nobody answered. `key` false for what anybody may ask, so that the key only goes to who proved to be Hermes. */
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
    // Refused, reset, too slow or too long: for whoever asked, Hermes did not answer.
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
    // Whoever needs a field of it will not find it.
    return null
  }
}
