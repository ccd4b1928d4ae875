/** Responses sent by the guard itself. Each returns true, because the request is handled. */
import type { ServerResponse } from 'node:http'

export function answerJson(response: ServerResponse, status: number, code: string, message: string): true {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify({ error: { code, message } }))
  return true
}

export function answerPage(response: ServerResponse, status: number, html: string): true {
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  )
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(html)
  return true
}

/** 303 makes the next request a plain GET, whatever the method was. */
export function redirectTo(response: ServerResponse, path: string): true {
  response.writeHead(303, { location: path, 'cache-control': 'no-store' })
  response.end()
  return true
}
