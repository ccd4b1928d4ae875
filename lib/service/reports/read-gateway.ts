/** The gateway's routes, and the effects of its next restart. */
import { type GatewayQuery, type GatewayReport, gatewayReport } from '../../domain/gateway/gateway-report.ts'
import type { Result } from '../../shared/result.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export async function readGateway(
  home: HomeObserver,
  query: GatewayQuery,
): Promise<Result<GatewayReport, 'bad-cursor'>> {
  return gatewayReport(await home.assessed(), query, home.now())
}
