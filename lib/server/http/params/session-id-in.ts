/**
 * The session id in a URL, decoded once. An id may contain anything a client ever sent, so it is read from
 * the original URL and not from the router's parameters.
 */
export function sessionIdIn(url: string): string | null {
  const segment = new URL(url).pathname.split('/')[PLACE]
  return segment === undefined || segment === '' ? null : decodeSegment(segment)
}

export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Invalid percent-encoding names no session.
    return null
  }
}

/**
 * `/api/v1/homes/{home}/sessions/{id}`. Segments are counted, because a home may be called `sessions` too.
 */
const PLACE = 6
