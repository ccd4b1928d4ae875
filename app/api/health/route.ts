import { VERSION } from '@/lib/server/version'

export const dynamic = 'force-dynamic'

/** For the host's probe: that the server answers, and nothing about the home. */
export function GET(): Response {
  return Response.json({ status: 'ok', version: VERSION }, { headers: { 'cache-control': 'no-store' } })
}
