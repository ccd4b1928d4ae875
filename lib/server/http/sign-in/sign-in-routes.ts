/**
 * Signing in and out, as plain forms that work without JavaScript. Everything else about /sign-in is a page.
 *   GET  /sign-in?code=…        a one-time link: exchanged at once, so that the address bar keeps nothing secret
 *   POST /sign-in               a password
 *   POST /sign-out
 */
import type { Actor } from '../../../domain/access/actor.ts'
import { signedInPage, waitPage } from '../bare-page.ts'
import { clearCookie, makeCookie } from '../guard/cookie.ts'
import { readBody } from '../guard/read-body.ts'
import { answerJson, answerPage, redirectTo } from '../guard/replies.ts'
import { cookieActor, type Visit } from '../guard/visit.ts'
import type { WaitCause } from './password-check.ts'
import type { SignInMethod } from './sign-in-sessions.ts'

const FORM_MAX_BYTES = 4_096

const WAIT_CAUSES = {
  address: 'too many wrong passwords from this address',
  everyone: 'too many wrong passwords from all addresses',
  queue: 'too many sign-ins at once',
} as const satisfies Record<WaitCause, string>

/** True if the request was answered here. */
export async function handleSignInRoutes(visit: Visit): Promise<boolean> {
  const { request, url } = visit
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /sign-in' && url.searchParams.has('code'))
    return signInByLink(visit, url.searchParams.get('code') ?? '')
  if (route === 'GET /sign-in' && cookieActor(visit) !== null) return redirectTo(visit.response, '/')
  if (route === 'POST /sign-in') return signInByPassword(visit)
  if (route === 'POST /sign-out') return signOut(visit)
  return false
}

async function signInByLink(visit: Visit, code: string): Promise<boolean> {
  if (code.length > 100 || !visit.signIns.links.take(code, visit.clock())) {
    visit.record('sign-in-refused', 'a link that was used before or has expired')
    return redirectTo(visit.response, '/sign-in?message=link-used')
  }
  await startSession(visit, 'operator', { via: 'link' })
  // Not a redirect: a redirect chain from another site stays cross-site, and the cookie would not be sent.
  visit.response.setHeader('refresh', '0; url=/')
  visit.response.setHeader('referrer-policy', 'no-referrer')
  return answerPage(visit.response, 200, signedInPage())
}

async function signInByPassword(visit: Visit): Promise<boolean> {
  const { request, response, passwords, client, clock } = visit
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return answerJson(
      response,
      415,
      'wrong-type',
      'Send the sign-in form as application/x-www-form-urlencoded.',
    )
  }
  const body = await readBody(request, FORM_MAX_BYTES)
  if (body.kind === 'too-large')
    return answerJson(response, 413, 'too-large', 'The sign-in form is small; this was not.')
  if (body.kind === 'broken') return answerJson(response, 400, 'broken', 'The form did not arrive whole.')
  const form = new URLSearchParams(body.text)
  const password = form.get('password')
  if (password === null || [...form.keys()].some((key) => key !== 'password')) {
    return answerJson(response, 400, 'unknown-field', 'The sign-in form has one field: password.')
  }
  const answer = await passwords.check(password, client.address, clock)
  if (answer.kind === 'right') {
    await startSession(visit, answer.role, { via: 'password', credentialHash: answer.credentialHash })
    return redirectTo(response, '/')
  }
  if (answer.kind === 'wrong') {
    visit.record('sign-in-refused', 'wrong password')
    return redirectTo(response, '/sign-in?message=wrong')
  }
  visit.record('sign-in-refused', WAIT_CAUSES[answer.causedBy])
  const seconds = Math.ceil(answer.waitMs / 1000)
  response.setHeader('retry-after', String(seconds))
  return answerPage(response, 429, waitPage(seconds, answer.causedBy))
}

async function startSession(visit: Visit, role: Actor['role'], by: SignInMethod): Promise<void> {
  const { signIns, response, clock, secret: former, cookieKey, client, place } = visit
  const { secret, signIn } = signIns.signIn(role, by, clock(), former)
  visit.record('signed-in', by.via, { role, via: by.via, name: signIn.name, address: client.address })
  response.setHeader('set-cookie', await makeCookie(secret, cookieKey, place))
}

function signOut(visit: Visit): boolean {
  const actor = cookieActor(visit)
  if (visit.secret !== null) visit.signIns.signOut(visit.secret)
  if (actor !== null) visit.record('signed-out', 'this browser', actor)
  visit.response.setHeader('set-cookie', clearCookie(visit.place))
  return redirectTo(visit.response, '/sign-in?message=signed-out')
}
