/** Tables of Hermes that have rows of a session (docs/hermes.md, "Tables that refer to a session"). */

/** They have a foreign key to sessions in some version. Steward deletes their rows with the session. */
export const SIDE_TABLES = [
  'session_daily_usage',
  'session_model_usage',
  'telegram_dm_topic_bindings',
] as const
export const PROMPTS_TABLE = 'system_prompts'
export const ROUTES_TABLE = 'gateway_routing'
