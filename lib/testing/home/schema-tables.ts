/** The tables of an era, without full-text search (schema-fts.ts). */
import { columnsOf, isFrom, MESSAGE_COLUMNS, SESSION_COLUMNS } from './schema-columns.ts'
import type { Era } from './spec.ts'

export const SCHEMA_VERSIONS: Readonly<Record<Era, number>> = { mar: 6, may: 11, jul: 22, aug: 26, nov: 30 }

export function tablesSql(era: Era): string {
  const parentKey = 'FOREIGN KEY (parent_session_id) REFERENCES sessions(id)'
  const promptKey = 'FOREIGN KEY (system_prompt_hash) REFERENCES system_prompts(hash)'
  const keys = isFrom(era, 'aug') ? [parentKey, promptKey] : [parentKey]
  return [
    'CREATE TABLE schema_version (\n    version INTEGER NOT NULL\n)',
    table('sessions', [...columnsOf(SESSION_COLUMNS, era), ...keys]),
    table('messages', columnsOf(MESSAGE_COLUMNS, era)),
    ...sideTables(era),
  ].join(';\n')
}

export function sideTables(era: Era): string[] {
  return SIDE_TABLES.filter(([since]) => isFrom(era, since)).map(([, name, columns]) => table(name, columns))
}

/** August's delegation tool creates its table itself, with one more column than the schema. */
export const ORIGIN_SESSION_COLUMN = `origin_session_id TEXT NOT NULL DEFAULT ''`

const table = (name: string, lines: readonly string[]): string =>
  `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n)`

const LOCK_COLUMNS = ['holder TEXT NOT NULL', 'acquired_at REAL NOT NULL', 'expires_at REAL NOT NULL']

const SIDE_TABLES: readonly (readonly [since: Era, name: string, columns: readonly string[]])[] = [
  ['aug', 'system_prompts', ['hash TEXT PRIMARY KEY', 'prompt TEXT NOT NULL']],
  [
    'jul',
    'session_model_usage',
    [
      'session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE',
      'model TEXT NOT NULL',
      `billing_provider TEXT NOT NULL DEFAULT ''`,
      `billing_base_url TEXT NOT NULL DEFAULT ''`,
      `billing_mode TEXT NOT NULL DEFAULT ''`,
      `task TEXT NOT NULL DEFAULT ''`,
      'api_call_count INTEGER NOT NULL DEFAULT 0',
      'input_tokens INTEGER NOT NULL DEFAULT 0',
      'output_tokens INTEGER NOT NULL DEFAULT 0',
      'cache_read_tokens INTEGER NOT NULL DEFAULT 0',
      'cache_write_tokens INTEGER NOT NULL DEFAULT 0',
      'reasoning_tokens INTEGER NOT NULL DEFAULT 0',
      'estimated_cost_usd REAL NOT NULL DEFAULT 0',
      'actual_cost_usd REAL NOT NULL DEFAULT 0',
      'cost_status TEXT',
      'cost_source TEXT',
      'first_seen REAL',
      'last_seen REAL',
      'PRIMARY KEY (session_id, model, billing_provider, billing_base_url, billing_mode, task)',
    ],
  ],
  ['may', 'state_meta', ['key TEXT PRIMARY KEY', 'value TEXT']],
  [
    'jul',
    'gateway_routing',
    [
      `scope TEXT NOT NULL DEFAULT ''`,
      'session_key TEXT NOT NULL',
      'entry_json TEXT NOT NULL',
      'updated_at REAL NOT NULL',
      'PRIMARY KEY (scope, session_key)',
    ],
  ],
  [
    'aug',
    'gateway_hygiene_state',
    ['session_key TEXT PRIMARY KEY', 'failure_streak INTEGER NOT NULL DEFAULT 0'],
  ],
  ['jul', 'compression_locks', ['session_id TEXT PRIMARY KEY', ...LOCK_COLUMNS]],
  ['aug', 'session_turn_leases', ['conversation_id TEXT PRIMARY KEY', ...LOCK_COLUMNS]],
  [
    'jul',
    'async_delegations',
    [
      'delegation_id TEXT PRIMARY KEY',
      'origin_session TEXT NOT NULL',
      `origin_ui_session_id TEXT NOT NULL DEFAULT ''`,
      'parent_session_id TEXT',
      'state TEXT NOT NULL',
      'dispatched_at REAL NOT NULL',
      'completed_at REAL',
      'updated_at REAL NOT NULL',
      'event_json TEXT',
      'result_json TEXT',
      `delivery_state TEXT NOT NULL DEFAULT 'pending'`,
      'delivery_attempts INTEGER NOT NULL DEFAULT 0',
      'delivered_at REAL',
      'owner_pid INTEGER',
      'owner_started_at INTEGER',
      'task_json TEXT',
      'delivery_claim TEXT',
      'delivery_claimed_at REAL',
    ],
  ],
  [
    'nov',
    'conversation_generations',
    [
      'source TEXT NOT NULL',
      'session_key TEXT NOT NULL',
      'generation INTEGER NOT NULL DEFAULT 0',
      'PRIMARY KEY (source, session_key)',
    ],
  ],
  [
    'nov',
    'gateway_heartbeats',
    [
      'backend_id TEXT PRIMARY KEY',
      'pid INTEGER NOT NULL',
      'started_at REAL NOT NULL',
      'last_heartbeat REAL NOT NULL',
      `profile TEXT NOT NULL DEFAULT ''`,
      `host TEXT NOT NULL DEFAULT ''`,
    ],
  ],
]
