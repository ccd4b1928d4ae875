/** Reads a small request body up to a limit. */
import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' }

export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        request.removeAllListeners('data')
        // Drains the rest unread, so that the sender receives the refusal.
        request.resume()
        resolve({ kind: 'too-large' })
        return
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve({ kind: 'read', text: Buffer.concat(chunks).toString('utf8') }))
    request.on('error', () => resolve({ kind: 'broken' }))
    request.on('aborted', () => resolve({ kind: 'broken' }))
  })
}
