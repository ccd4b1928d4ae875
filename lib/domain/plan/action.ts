/** What Steward can do to a home, and what happens to what it removes. */
export const ACTIONS = [
  'prune-sessions',
  'prune-files',
  'orphan-files',
  'close-leaked',
  'checkpoints',
  'gateway-entries',
  'cron-output',
  'compact-database',
] as const
export type Action = (typeof ACTIONS)[number]

/**
 * `trash` moves aside on the same disk and frees the space when it expires; `archive` compresses into a verified
 * bundle outside the home; `delete` is final and needs typed consent.
 */
export const DISPOSITIONS = ['trash', 'archive', 'delete'] as const
export type Disposition = (typeof DISPOSITIONS)[number]
