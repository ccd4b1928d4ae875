/** Texts of the gateway page. */

import type { GatewayEntry, GatewayReport } from '@/lib/domain/gateway/gateway-report'
import { formatCount, formatPlural, formatShort } from '@/lib/shared/numbers'

export const AT_RESTART = 'At the next restart'
export const AT_NEXT_MESSAGE = 'At the next message'
export const RESTART_COSTS = 'A restart costs money'
export const INDEX_UNREAD = 'The index could not be read.'
export const DANGLING_NOTE = 'Routes to a session without a row'
export const DANGLING_WARNING = 'Some chats have lost their session'
export const ONLY_IN_TABLE = 'only in the table'
export const FILTER_ROUTES = 'Filter by chat, session or title'
export const ROUTES_LABEL = 'Routes of the gateway'
export const FIRST_ROUTES = 'Back to the first'
export const NO_ROUTES =
  'The gateway writes down which chat of Telegram, Discord and the like talks to which session. It has not answered a chat here yet; the first one appears within seconds.'
export const ROUTES_UNREAD =
  'The index, the configuration or the version of this home could not be read. Where a reason is known it stands above.'

export const RESTART_WORDS: Readonly<Record<GatewayEntry['onRestart'], string>> = {
  keep: 'stays',
  flush: 'one model call',
  finalise: 'marked as finished',
  drop: 'dropped, the transcript stays',
  unknown: 'unknown',
}

export const MESSAGE_WORDS: Readonly<Record<GatewayEntry['onNextMessage'], string>> = {
  continues: 'goes on',
  'new-session': 'begins a new session',
  'recreates-row': 'brings the id back, without its history',
  unknown: 'unknown',
}

export function restartCostWords({
  restart: { calls, inputTokens, drops, finalises },
}: GatewayReport): string {
  if (calls === null) return 'Routes or version could not be read.'
  const others = [
    ...(finalises === null || finalises === 0 ? [] : [`${formatCount(finalises)} marked as finished`]),
    ...(drops === null || drops === 0 ? [] : [`${formatCount(drops)} dropped`]),
  ]
  const tokens =
    calls === 0
      ? []
      : [inputTokens === null ? 'tokens unknown' : `about ${formatShort(inputTokens)} tokens of input`]
  const words = [...tokens, ...others]
  return words.length === 0 ? 'Every route stays as it is' : words.join(', ')
}

export function routesTitle({ all, dangling, expired }: NonNullable<GatewayReport['totals']>): string {
  if (dangling > 0) return `${formatCount(dangling)} of ${formatPlural(all, 'route')} lead nowhere`
  if (expired > 0) return `${formatCount(expired)} of ${formatPlural(all, 'route')} have expired`
  return all === 1 ? 'The one route is live' : `All ${formatPlural(all, 'route')} are live`
}

export function indexWords({ primary, totals }: GatewayReport): string {
  if (primary !== 'table') return 'Hermes of this version keeps the index in sessions/sessions.json.'
  const only = (totals?.onlyInFile ?? 0) + (totals?.onlyInTable ?? 0)
  return `Hermes keeps the index in state.db and a copy in sessions/sessions.json${only === 0 ? '; both have the same routes.' : `; ${formatPlural(only, 'route')} ${only === 1 ? 'is' : 'are'} in one of them only.`}`
}

export const toEndedWords = (count: number): string => `, ${formatCount(count)} to ended sessions`

export const routesInIndex = (count: number): string => `${formatPlural(count, 'route')} in the index.`

export const routesShown = (shown: number, matched: number): string =>
  `${formatCount(shown)} of ${formatCount(matched)} that match shown.`
