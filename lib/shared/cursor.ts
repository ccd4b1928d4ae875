/** A position in a list as an opaque token. Only what `encodeCursor` would write is accepted. */
export type CursorPart = string | number | null

export function encodeCursor(parts: readonly CursorPart[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Null for anything that is not one of our cursors. */
export function decodeCursor(cursor: string): readonly CursorPart[] | null {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return null
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return Array.isArray(parts) && parts.every(isPart) && encodeCursor(parts) === cursor ? parts : null
  } catch {
    // Not base64, UTF-8 or JSON, so not one of ours.
    return null
  }
}

const isPart = (part: unknown): part is CursorPart =>
  part === null || typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part))
