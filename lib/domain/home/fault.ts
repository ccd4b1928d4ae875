/**
 * A closed union of everything that can go wrong when reading a home. `collect` converts driver and file
 * system errors into these, so pages and the HTTP interface see nothing else.
 */

export type Fault =
  | { readonly code: 'home-missing'; readonly path: string }
  | { readonly code: 'db-missing' }
  | { readonly code: 'db-empty' }
  | { readonly code: 'db-zeroed' }
  | { readonly code: 'db-not-a-database' }
  | { readonly code: 'db-malformed'; readonly detail: string }
  | { readonly code: 'db-locked'; readonly waitedMs: number }
  /** A process was killed during a write in DELETE mode. */
  | { readonly code: 'db-hot-journal' }
  | { readonly code: 'db-unreadable'; readonly detail: string }
  /** The disk is too full for the file that SQLite needs beside the database. */
  | { readonly code: 'db-no-space' }
  | { readonly code: 'db-symlink' }
  | { readonly code: 'db-unsupported-backend'; readonly backend: string }
  | { readonly code: 'db-no-sessions-table' }
  | { readonly code: 'folder-symlink'; readonly path: string }
  | { readonly code: 'unreadable'; readonly path: string; readonly detail: string }
  | { readonly code: 'malformed-file'; readonly path: string; readonly detail: string }
  | { readonly code: 'too-large'; readonly path: string; readonly sizeBytes: number }
  | { readonly code: 'not-counted-yet' }
  | { readonly code: 'reads-paused' }
  /** Reading it crashed the thread that reads all homes. */
  | { readonly code: 'home-quarantined'; readonly reason: string }
