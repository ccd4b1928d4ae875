/** Texts about the gateway: how Steward knows whether it is running, and what its next restart does. */
import { formatPlural, formatShort } from '../../shared/numbers.ts'
import type { Liveness } from '../home/home.ts'

/** A refusal of whatever needs the gateway stopped. */
export const GATEWAY_UNKNOWN =
  'Whether a gateway runs here cannot be told. Ask hermes gateway status, and stop it if it runs.'

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

/** What a restart does to the routes. */
export const NEXT_RESTART_WORDS = {
  title: (calls: number): string =>
    calls === 0
      ? 'The next restart makes no model call'
      : `The next restart makes ${formatPlural(calls, 'model call')}`,
  unknownTitle: 'What the next restart does is not known',
  unknownDetail: 'The routes or the version of this home could not be read.',
  flush: (sparesMarked: boolean, inputTokens: number | null): string => {
    const why = sparesMarked
      ? 'Hermes before 25 April 2026 saves the memory of every expired chat with one model call; those already marked are spared.'
      : 'Hermes before 25 April 2026 saves the memory of every expired chat with one model call, and forgets at the next start that it did.'
    const cost =
      inputTokens === null
        ? 'How many tokens that takes is not known: Hermes wrote down no prompt size.'
        : `About ${formatShort(inputTokens)} tokens of input, by the last prompt of each chat.`
    return `${why} ${cost}`
  },
  noRoutes: 'The gateway keeps no routes.',
  noneExpired: 'No chat has expired.',
  noneToMark: 'No expired chat waits to be marked.',
  finalises: (count: number): string =>
    `${formatPlural(count, 'expired chat')} ${count === 1 ? 'is' : 'are'} marked as finished, which costs nothing.`,
  drops: (count: number, maxAgeDays: number): string =>
    `${formatPlural(count, 'route')} untouched for more than ${formatPlural(maxAgeDays, 'day')} ${count === 1 ? 'is' : 'are'} dropped within the first hour; the transcripts stay.`,
  dangling: (count: number): string =>
    count === 0
      ? ''
      : `${formatPlural(count, 'route')} ${count === 1 ? 'leads' : 'lead'} to a session without a row: the next message there brings the id back, without its history.`,
} as const
