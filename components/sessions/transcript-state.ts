/** Which messages the session's address asks for. Anything unreadable means the first ones. */
import { sessionHref } from './view-state'

export type TranscriptView = {
  readonly home: string | null
  readonly at: string | null
  readonly from: 'start' | 'end'
}

export function parseTranscriptView(params: URLSearchParams): TranscriptView {
  const at = params.get('at')
  return {
    home: params.get('home') || null,
    at: at !== null && at !== '' && at.length <= 200 ? at : null,
    from: params.get('from') === 'end' ? 'end' : 'start',
  }
}

/** The transcript's own place in the page, so that the reader stays there. */
export const TRANSCRIPT_ID = 'transcript'

export function transcriptHref(id: string, homeId: string, place: { at: string } | 'start' | 'end'): string {
  const address = sessionHref(id, homeId)
  const query =
    place === 'start' ? '' : place === 'end' ? '&from=end' : `&${new URLSearchParams({ at: place.at })}`
  return `${address}${query}#${TRANSCRIPT_ID}`
}
