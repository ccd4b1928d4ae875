import { VERSION } from '@/lib/server/version'

export const dynamic = 'force-dynamic'

/** Public health check. Reveals nothing about any home. */
export function GET(): Response {
  return Response.json({ status: 'ok', version: VERSION }, { headers: { 'cache-control': 'no-store' } })
}
