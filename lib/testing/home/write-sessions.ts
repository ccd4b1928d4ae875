/** Writes sessions and messages with the columns of the era. */
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { DAY_MS } from '../../shared/time.ts'
import { MODELS } from './invented-text.ts'
import { messagesOf, toolCallsJson } from './messages.ts'
import { hexOf } from './noise.ts'
import { chatOf } from './routes.ts'
import { insertInto } from './row-insert.ts'
import type { MessageSpec, SessionSpec, TokensSpec } from './spec.ts'

export const DEFAULT_PROMPT = 'You are Hermes Agent, an assistant that gets things done. Answer plainly.'

export function writeSessions(db: Database.Database, sessions: readonly SessionSpec[], nowMs: number): void {
  const writers = {
    session: insertInto(db, 'sessions'),
    message: insertInto(db, 'messages'),
    usage: insertInto(db, 'session_model_usage'),
    prompt: insertInto(db, 'system_prompts'),
  }
  // A child may come before its parent, and tests need missing parents.
  db.pragma('foreign_keys = OFF')
  const write = db.transaction(() => {
    const prompts = new Map(sessions.map((session) => promptOf(session)).map((text) => [sha256(text), text]))
    for (const [hash, prompt] of prompts) writers.prompt({ hash, prompt })
    const rows: { readonly atMs: number; readonly row: Record<string, unknown> }[] = []
    for (const session of sessions) {
      const startedMs = session.startedMs ?? nowMs - DAY_MS
      const messages = messagesOf(session, startedMs)
      writers.session(sessionRow(session, startedMs, messages, writers.prompt.exists))
      messages.forEach((message, index) => {
        rows.push({ atMs: message.atMs, row: messageRow(session.id, message, index) })
      })
      for (const row of usageRows(session, startedMs)) writers.usage(row)
    }
    // Hermes numbers messages across all sessions, so the highest id is the newest.
    rows.sort((left, right) => left.atMs - right.atMs)
    for (const { row } of rows) writers.message(row)
  })
  write()
}

/** Messages before their session, as in Hermes: the newest full-text triggers read the session's row. */
export function deleteSessionRows(db: Database.Database, sessions: readonly Pick<SessionSpec, 'id'>[]): void {
  const messages = db.prepare('DELETE FROM messages WHERE session_id = ?')
  const session = db.prepare('DELETE FROM sessions WHERE id = ?')
  const remove = db.transaction(() => {
    for (const { id } of sessions) {
      messages.run(id)
      session.run(id)
    }
  })
  db.pragma('foreign_keys = ON')
  remove()
}

const promptOf = (session: SessionSpec): string => session.systemPrompt ?? DEFAULT_PROMPT
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const flag = (value: boolean | undefined): number => (value ? 1 : 0)

function sessionRow(
  session: SessionSpec,
  startedMs: number,
  messages: readonly MessageSpec[],
  promptsApart: boolean,
): Record<string, unknown> {
  const chat = session.sessionKey === undefined ? null : chatOf(session.sessionKey)
  const live = messages.filter(({ active }) => active !== false)
  return {
    id: session.id,
    source: session.source ?? 'cli',
    user_id: session.userId ?? chat?.userId ?? null,
    session_key: session.sessionKey ?? null,
    chat_id: chat?.chatId ?? null,
    chat_type: chat?.chatType ?? null,
    display_name: chat?.name ?? null,
    model: modelOf(session),
    model_config: modelConfigOf(session),
    system_prompt: promptsApart ? null : promptOf(session),
    system_prompt_hash: sha256(promptOf(session)),
    parent_session_id: session.parentId ?? null,
    started_at: startedMs / 1000,
    ended_at: session.endedMs == null ? null : session.endedMs / 1000,
    end_reason: session.endReason ?? null,
    message_count: live.length,
    tool_call_count: live.reduce((sum, message) => sum + (message.toolCalls?.length ?? 0), 0),
    ...tokenColumns(session.tokens ?? {}),
    cwd: session.cwd ?? null,
    ...costColumns(session),
    title: session.title ?? null,
    title_source: session.title === undefined ? null : 'llm',
    last_activity_at: session.heartbeatMs === undefined ? null : session.heartbeatMs / 1000,
    last_activity_description: session.heartbeatMs === undefined ? null : 'waiting for the model',
    last_activity_provenance: session.heartbeatMs === undefined ? null : 'heartbeat',
    api_call_count: apiCallsOf(session),
    handoff_state: session.handoffState ?? null,
    profile_name: session.profile ?? null,
    archived: flag(session.archived),
    pinned: flag(session.pinned),
    hidden: flag(session.hidden),
  }
}

const modelOf = (session: SessionSpec): string | null =>
  session.model === undefined ? MODELS[0] : session.model

function modelConfigOf({ modelConfig }: SessionSpec): string | null {
  if (modelConfig === undefined) return '{"max_iterations": 90}'
  return typeof modelConfig === 'string' ? modelConfig : JSON.stringify(modelConfig)
}

const apiCallsOf = (session: SessionSpec): number =>
  session.apiCalls ?? Math.ceil((typeof session.messages === 'number' ? session.messages : 4) / 2)

const tokenColumns = (tokens: TokensSpec): Record<string, number> => ({
  input_tokens: tokens.input ?? 0,
  output_tokens: tokens.output ?? 0,
  cache_read_tokens: tokens.cacheRead ?? 0,
  cache_write_tokens: tokens.cacheWrite ?? 0,
  reasoning_tokens: tokens.reasoning ?? 0,
})

const BILLING = {
  billing_provider: 'openrouter',
  billing_base_url: 'https://openrouter.ai/api/v1',
  billing_mode: 'official_docs_snapshot',
}

function costColumns({ cost }: SessionSpec): Record<string, unknown> {
  if (cost === undefined) return {}
  return {
    ...BILLING,
    estimated_cost_usd: cost.estimatedUsd ?? null,
    actual_cost_usd: cost.actualUsd ?? null,
    cost_status: cost.status ?? (cost.actualUsd === undefined ? 'estimated' : 'actual'),
    cost_source: 'official_docs_snapshot',
    pricing_version: '2026-03',
  }
}

function messageRow(sessionId: string, message: MessageSpec, index: number): Record<string, unknown> {
  const call = hexOf(`${sessionId} ${message.toolName === undefined ? index : index - 1}`, 6)
  const calls = message.toolCalls === undefined ? null : toolCallsJson(message.toolCalls, call)
  return {
    session_id: sessionId,
    role: message.role,
    content: message.content,
    tool_call_id: message.toolName === undefined ? null : `call_${call}_0`,
    tool_calls: calls,
    tool_name: message.toolName ?? null,
    timestamp: message.atMs / 1000,
    finish_reason: message.role !== 'assistant' ? null : calls === null ? 'stop' : 'tool_calls',
    active: message.active === false ? 0 : 1,
    compacted: flag(message.compacted),
  }
}

function usageRows(session: SessionSpec, startedMs: number): Record<string, unknown>[] {
  const base = {
    session_id: session.id,
    model: modelOf(session) ?? 'unknown',
    ...BILLING,
    first_seen: startedMs / 1000,
    last_seen: (session.endedMs ?? session.lastMessageMs ?? startedMs) / 1000,
  }
  const main = {
    ...base,
    task: '',
    api_call_count: apiCallsOf(session),
    ...tokenColumns(session.tokens ?? {}),
    estimated_cost_usd: session.cost?.estimatedUsd ?? 0,
    actual_cost_usd: session.cost?.actualUsd ?? 0,
  }
  const rest = (session.auxiliary ?? []).map(({ task, tokens }) => ({
    ...base,
    task,
    api_call_count: 1,
    ...tokenColumns(tokens),
  }))
  return session.tokens === undefined ? rest : [main, ...rest]
}
