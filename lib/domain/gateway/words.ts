/** Explains how Steward knows whether a gateway is running. */
import type { Liveness } from '../home/home.ts'

export function describeGatewaySign({ gatewaySign, gatewayPid, servedBy }: Liveness): string {
  const where = servedBy === null ? '' : ` of ${servedBy}, which serves this home too`
  const process = gatewayPid === null ? 'A process' : `Process ${gatewayPid}`
  switch (gatewaySign) {
    case 'lock-held':
      return `${process} holds gateway.lock${where}.`
    case 'pid-alive':
      return `${process}, named in gateway.pid${where}, is alive.`
    case 'lock-free':
      return 'Nobody holds gateway.lock.'
    case 'pid-dead':
      return 'The process named in gateway.pid has ended.'
    case 'no-trace':
      return 'There is neither gateway.lock nor gateway.pid.'
    case 'untold':
      return 'gateway.lock cannot be tested here, or gateway.pid cannot be read.'
    case undefined:
      return 'Nobody has looked yet.'
  }
}
