/** Sends a request with any Host header, as in DNS rebinding. fetch() does not allow that. */
import { request as httpRequest } from 'node:http'
import { API_TOKEN } from './fixtures.ts'

export function askAs(
  url: string,
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest(
      { hostname, port, path, headers: { host, authorization: `Bearer ${API_TOKEN}`, ...headers } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      },
    )
    // A granted upgrade fails the test.
    request.on('upgrade', (response) => reject(new Error(`upgraded with ${response.statusCode}`)))
    request.on('error', reject)
    request.end()
  })
}
