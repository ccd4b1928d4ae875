/** The indexes of each era, other than full-text ones. */
import { isFrom } from './schema-columns.ts'
import type { Era } from './spec.ts'

export const indexesSql = (era: Era): string =>
  INDEXES.filter(([since]) => isFrom(era, since))
    .map(([, sql]) => `CREATE ${sql.replace(/^(?!UNIQUE)/, 'INDEX ').replace(/^UNIQUE/, 'UNIQUE INDEX')}`)
    .join(';\n')

const INDEXES: readonly (readonly [since: Era, sql: string])[] = [
  ['mar', 'idx_sessions_source ON sessions(source)'],
  ['jul', 'idx_sessions_source_id ON sessions(source, id)'],
  ['mar', 'idx_sessions_parent ON sessions(parent_session_id)'],
  ['mar', 'idx_sessions_started ON sessions(started_at DESC)'],
  ['mar', 'idx_messages_session ON messages(session_id, timestamp)'],
  ['aug', 'idx_messages_session_id ON messages(session_id, id)'],
  [
    'aug',
    `idx_messages_assistant_calls_by_session ON messages(session_id) WHERE role = 'assistant' AND tool_calls IS NOT NULL`,
  ],
  ['jul', 'idx_compression_locks_expires ON compression_locks(expires_at)'],
  ['aug', 'idx_session_turn_leases_expires ON session_turn_leases(expires_at)'],
  ['jul', 'idx_session_model_usage_session ON session_model_usage(session_id)'],
  ['jul', 'idx_session_model_usage_model ON session_model_usage(model)'],
  ['jul', 'idx_async_delegations_delivery ON async_delegations(delivery_state, completed_at)'],
  [
    'jul',
    'idx_messages_platform_msg_id ON messages(session_id, platform_message_id) WHERE platform_message_id IS NOT NULL',
  ],
  ['jul', 'idx_messages_session_active ON messages(session_id, active, timestamp)'],
  ['jul', 'idx_messages_active_null ON messages(active) WHERE active IS NULL'],
  ['jul', 'idx_sessions_session_key ON sessions(session_key, started_at DESC)'],
  [
    'jul',
    'idx_sessions_gateway_peer ON sessions(source, user_id, chat_id, chat_type, thread_id, started_at DESC)',
  ],
  ['jul', 'idx_sessions_handoff_state ON sessions(handoff_state, started_at)'],
  ['aug', 'idx_sessions_system_prompt_hash ON sessions(system_prompt_hash)'],
  ['nov', 'idx_sessions_tool_names ON sessions(tool_names)'],
  [
    'nov',
    'idx_sessions_effective_activity ON sessions(COALESCE(last_activity_at, started_at) DESC, started_at DESC)',
  ],
  ['mar', 'UNIQUE idx_sessions_title_unique ON sessions(title) WHERE title IS NOT NULL'],
]
