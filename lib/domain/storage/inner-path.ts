/** A path somebody sent, taken apart. Only plain names below the home pass; they are then looked for, never joined. */

const MAX_LENGTH = 4_096
const MAX_DEPTH = 64

/** Null for what is absolute, climbs, is empty somewhere or holds a NUL. An empty text is the home itself. */
export function parseInnerPath(text: string): string[] | null {
  if (text === '') return []
  if (text.length > MAX_LENGTH || text.includes('\0') || text.includes('\uFFFD')) return null
  const segments = text.split('/')
  if (segments.length > MAX_DEPTH) return null
  return segments.every((name) => name !== '' && name !== '.' && name !== '..') ? segments : null
}
