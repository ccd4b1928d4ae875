/** The gateway's routes: sessions.json, and since July the table as well. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { localIso } from './local-stamp.ts'
import { insertInto } from './row-insert.ts'
import { isFrom } from './schema-columns.ts'
import type { Era, RouteSpec } from './spec.ts'

export function writeRoutes(
  db: Database.Database,
  sessionsPath: string,
  routes: readonly RouteSpec[],
  { era, nowMs }: { era: Era; nowMs: number },
): void {
  const hasTable = isFrom(era, 'jul')
  const insert = insertInto(db, 'gateway_routing')
  const file: Record<string, unknown> = hasTable ? { _README: README } : {}
  for (const route of routes) {
    const entry = entryOf(route, era)
    if (route.where !== 'table') file[route.key] = entry
    if (route.where === 'file') continue
    insert({
      scope: sessionsPath,
      session_key: route.key,
      entry_json: JSON.stringify(entry),
      updated_at: nowMs / 1000,
    })
  }
  writeFileSync(join(sessionsPath, 'sessions.json'), `${JSON.stringify(file, null, 2)}\n`)
}

export type Chat = {
  readonly platform: string
  readonly chatType: string
  readonly chatId: string
  readonly userId: string
  readonly name: string
}

/** `agent:main:telegram:dm:1000` */
export function chatOf(key: string): Chat {
  const [, , platform = 'telegram', chatType = 'dm', ...ids] = key.split(':')
  const chatId = ids[0] ?? '0'
  return { platform, chatType, chatId, userId: ids.at(-1) ?? '0', name: `chat ${chatId}` }
}

const README =
  'Mirror of the gateway routing index; the primary copy is the gateway_routing table in state.db. This is not the session list.'

function entryOf(route: RouteSpec, era: Era): Record<string, unknown> {
  const chat = chatOf(route.key)
  return {
    session_key: route.key,
    session_id: route.sessionId,
    created_at: localIso(route.createdMs ?? route.updatedMs),
    updated_at: localIso(route.updatedMs),
    display_name: chat.name,
    platform: chat.platform,
    chat_type: chat.chatType,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    total_tokens: 0,
    last_prompt_tokens: 0,
    estimated_cost_usd: 0,
    cost_status: 'unknown',
    ...(isFrom(era, 'may') && {
      expiry_finalized: route.finalised ?? false,
      suspended: route.suspended ?? false,
      resume_pending: false,
    }),
    ...(isFrom(era, 'aug') && {
      metadata: {},
      active_turn_token: route.turnStartedMs === undefined ? null : 'turn-1',
      active_turn_started_at: route.turnStartedMs === undefined ? null : localIso(route.turnStartedMs),
    }),
    origin: {
      platform: chat.platform,
      chat_id: chat.chatId,
      chat_name: chat.name,
      chat_type: chat.chatType,
      user_id: chat.userId,
      user_name: `user${chat.userId}`,
      thread_id: null,
      chat_topic: null,
    },
  }
}
