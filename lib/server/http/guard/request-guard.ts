/**
 * Checks every request before Next sees it, including event streams and static files: host name, origin,
 * permission to write, and actor. The actor is passed to Next in a header that only this process can write.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../../../domain/access/actor.ts'
import { ACCESS_REFUSALS } from '../../../domain/access/words.ts'
import { isAllowedHost } from '../allowed-host.ts'
import { refusedHostPage } from '../bare-page.ts'
import { sameSecret } from '../sign-in/secrets.ts'
import { handleSignInRoutes } from '../sign-in/sign-in-routes.ts'
import { actorHeader } from './actor-header.ts'
import { takeClient } from './client.ts'
import { readCookie } from './cookie.ts'
import { isPublicPath } from './public-paths.ts'
import { answerJson, answerPage, redirectTo } from './replies.ts'
import { isCrossOriginWrite } from './same-origin.ts'
import { contentSecurityPolicy, makeNonce, SECURITY_HEADERS } from './security-headers.ts'
import { cookieActor, type GuardContext, signInOf, type Visit } from './visit.ts'

/** True if the request was answered here. */
export async function guardRequest(
  parts: GuardContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const client = takeClient(request, parts.settings.trustProxy)
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-steward-') || name === 'x-middleware-subrequest') delete request.headers[name]
  }
  setHeaders(request, response)
  const record: Visit['record'] = (event, detail, actor = null) =>
    parts.recorder.record({
      atMs: parts.clock(),
      event,
      actor: actor?.name ?? 'nobody',
      role: actor?.role ?? null,
      address: client.address,
      detail,
    })

  const host = request.headers.host ?? null
  if (!isAllowedHost(host, parts.settings.allowedHosts)) {
    record('host-refused', host ?? 'none')
    return refuseHost(request, response, host, parts.settings.allowedHosts)
  }
  const url = URL.parse(request.url ?? '/', 'http://steward.invalid')
  if (url === null || !isReadable(url.pathname))
    return answerJson(response, 400, 'bad-address', 'This address cannot be read.')
  if (isCrossOriginWrite(request.method ?? 'GET', request.headers)) {
    record(
      'origin-refused',
      `${request.method} ${url.pathname} from ${request.headers.origin ?? 'another site'}`,
    )
    return answerJson(response, 403, 'cross-origin', 'Changes are only taken from Steward’s own pages.')
  }
  const place = { port: parts.settings.port, secure: client.secure }
  const secret = await readCookie(request.headers.cookie, parts.cookieKey, place)
  const visit: Visit = { ...parts, request, response, url, client, place, secret, record }
  if (await handleSignInRoutes(visit)) return true
  return admit(visit)
}

function admit(visit: Visit): boolean {
  const { request, response, url } = visit
  const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/') || url.pathname === '/metrics'
  const actor = (isApi ? bearerActor(visit) : null) ?? cookieActor(visit)
  if (actor === null && !isPublicPath(url.pathname)) {
    if (isApi) {
      if (request.headers.authorization !== undefined) visit.record('token-refused', url.pathname)
      response.setHeader('www-authenticate', 'Bearer')
      return answerJson(response, 401, 'unauthorized', unauthorizedWords(visit))
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      visit.record('action-refused', `${request.method} ${url.pathname}`)
      return answerJson(response, 401, 'unauthorized', 'Sign in first.')
    }
    return redirectTo(response, '/sign-in')
  }
  if (actor !== null) request.headers[actorHeader.name] = actorHeader.write(actor)
  // Streams and downloads end with the sign-in. Pages do not, because a page may be the response that
  // confirms the sign-out.
  if (isApi && actor !== null && actor.via !== 'token') holdOpen(visit)
  return false
}

/** Finds the role of a script's token. */
function bearerActor({ request, settings: { credentials }, client }: Visit): Actor | null {
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (sent === undefined) return null
  const known = [
    { role: 'operator', token: credentials.operatorToken },
    { role: 'viewer', token: credentials.viewerToken },
  ] as const
  const match = known.filter(({ token }) => token !== null && sameSecret(sent, token)).at(0)
  return match === undefined
    ? null
    : { role: match.role, via: 'token', name: `${match.role}-token`, address: client.address }
}

function holdOpen(visit: Visit): void {
  const signIn = signInOf(visit)
  if (signIn !== null) visit.signIns.answers.hold(signIn.key, visit.response)
}

function unauthorizedWords({ settings: { credentials } }: Visit): string {
  return credentials.operatorToken === null && credentials.viewerToken === null
    ? 'The HTTP interface is closed. Start Steward with STEWARD_TOKEN set and send it as a bearer token.'
    : ACCESS_REFUSALS.tokenNeeded
}

function refuseHost(
  request: IncomingMessage,
  response: ServerResponse,
  host: string | null,
  allowedHosts: readonly string[],
): boolean {
  response.setHeader('connection', 'close')
  if ((request.url ?? '').startsWith('/api/')) {
    return answerJson(
      response,
      421,
      'host-not-allowed',
      'This host name is not allowed. Start Steward with STEWARD_ALLOWED_HOSTS set to it.',
    )
  }
  return answerPage(response, 421, refusedHostPage(host, allowedHosts))
}

/** Invalid percent-encoding or UTF-8 would make the routes behind the guard throw. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** Next reads the nonce for its own scripts from the policy in the request. */
function setHeaders(request: IncomingMessage, response: ServerResponse): void {
  const nonce = makeNonce()
  const policy = contentSecurityPolicy(nonce)
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  response.setHeader('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
}
