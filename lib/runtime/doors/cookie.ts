/** The cookie of a signed-in browser: sealed, out of reach of scripts, never sent along from other sites. */
import { sealData, unsealData } from 'iron-session'

const NAME = 'steward'
const SEALED_MAX = 600

export async function makeCookie(secret: string, key: string, secure: boolean): Promise<string> {
  const sealed = await sealData({ secret }, { password: key, ttl: 0 })
  return `${NAME}=${sealed}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

export const clearCookie = (secure: boolean): string =>
  `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** The secret inside, or null for no cookie, a foreign one or one sealed with another key. */
export async function readCookie(header: string | undefined, key: string): Promise<string | null> {
  const sealed = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)
  if (!sealed || sealed.length > SEALED_MAX) return null
  try {
    const { secret } = await unsealData<{ secret?: unknown }>(sealed, { password: key, ttl: 0 })
    return typeof secret === 'string' ? secret : null
  } catch {
    // Not ours to read: the same as no cookie at all.
    return null
  }
}
