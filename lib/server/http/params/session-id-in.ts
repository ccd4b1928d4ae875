/**
 * The session id in an address, decoded once. Session ids are anything a client ever sent, so what counts is the
 * address as it came, not what a router made of it.
 */
export function sessionIdIn(url: string): string | null {
  const segment = new URL(url).pathname.split('/')[PLACE]
  return segment === undefined || segment === '' ? null : decodeSegment(segment)
}

export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Half a percent sign names nothing.
    return null
  }
}

/** `/api/v1/homes/{home}/sessions/{id}`; counted, because a home may be called `sessions` as well. */
const PLACE = 6
