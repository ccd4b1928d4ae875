/**
 * The cookie of a signed-in browser: sealed, hidden from scripts, and never sent with requests from other
 * sites. Browsers send cookies to every port of a host, so its name includes our port. Behind TLS, its name
 * also binds it to this host.
 */
import { sealData, unsealData } from 'iron-session'

const SEALED_MAX = 600

/** The origin that the cookie is for. */
export type CookiePlace = { readonly port: number; readonly secure: boolean }

export async function makeCookie(secret: string, key: string, place: CookiePlace): Promise<string> {
  const sealed = await sealData({ secret }, { password: key, ttl: 0 })
  return `${nameOf(place)}=${sealed}; ${attributesOf(place)}`
}

export const clearCookie = (place: CookiePlace): string =>
  `${nameOf(place)}=; Max-Age=0; ${attributesOf(place)}`

/** The secret inside. Null if there is no cookie or it was sealed with another key. */
export async function readCookie(
  header: string | undefined,
  key: string,
  place: CookiePlace,
): Promise<string | null> {
  const start = `${nameOf(place)}=`
  const sealed = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
  if (!sealed || sealed.length > SEALED_MAX) return null
  try {
    const { secret } = await unsealData<{ secret?: unknown }>(sealed, { password: key, ttl: 0 })
    return typeof secret === 'string' ? secret : null
  } catch {
    // An unreadable cookie counts as no cookie.
    return null
  }
}

const nameOf = ({ port, secure }: CookiePlace): string => `${secure ? '__Host-' : ''}steward-${port}`

const attributesOf = ({ secure }: CookiePlace): string =>
  `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
