/** Which messages the address asks for. An invalid address means the first ones. */
import { sessionHref } from '@/components/sessions/view-state'

export type TranscriptView = {
  readonly home: string | null
  readonly at: string | null
  readonly from: 'start' | 'end'
  /** The list to go back to. */
  readonly list: string
}

export function parseTranscriptView(params: URLSearchParams): TranscriptView {
  const at = params.get('at')
  return {
    home: params.get('home') || null,
    at: at !== null && at !== '' && at.length <= 200 ? at : null,
    from: params.get('from') === 'end' ? 'end' : 'start',
    list: (params.get('list') ?? '').slice(0, 4_000),
  }
}

/** The anchor keeps the reader at the transcript while paging. */
export const TRANSCRIPT_ID = 'transcript'

export function transcriptHref(
  id: string,
  homeId: string,
  place: { at: string } | 'start' | 'end',
  list = '',
): string {
  const address = sessionHref(id, homeId, list)
  const query =
    place === 'start' ? '' : place === 'end' ? '&from=end' : `&${new URLSearchParams({ at: place.at })}`
  return `${address}${query}#${TRANSCRIPT_ID}`
}
