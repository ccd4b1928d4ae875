/**
 * Parses a path from a request. Only plain names below the home are accepted; they are looked up, never
 * joined.
 */

const MAX_LENGTH = 4_096
const MAX_DEPTH = 64

/** Null if absolute, with `..`, with an empty segment or with a NUL. An empty text is the home itself. */
export function parseInnerPath(text: string): string[] | null {
  if (text === '') return []
  if (text.length > MAX_LENGTH || text.includes('\0') || text.includes('\uFFFD')) return null
  const segments = text.split('/')
  if (segments.length > MAX_DEPTH) return null
  return segments.every((name) => name !== '' && name !== '.' && name !== '..') ? segments : null
}
