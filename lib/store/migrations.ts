/**
 * The schema of steward.db as ordered steps. Step n migrates `user_version` n to n + 1. Roll-ups have no
 * foreign key to their home, because checking it made counting a third slower.
 */
import { AUDIT_BOUNDS } from './migration-audit-bounds.ts'
import { BATCH_RESUMES } from './migration-batch-resumes.ts'
import { GIT_WRITES } from './migration-git-writes.ts'
import { KEPT_FINGERPRINTS } from './migration-kept-fingerprints.ts'
import { NUL_MESSAGES } from './migration-nul-messages.ts'
import { PRUNED_USAGE } from './migration-pruned-usage.ts'
import { RECEIPT_FOUND } from './migration-receipt-found.ts'
import { RECEIPT_SUMS } from './migration-receipt-sums.ts'
import { RENAMED_CODES } from './migration-renamed-codes.ts'
import { SIGN_IN_BOUNDS } from './migration-sign-in-bounds.ts'
import { TIMELINE_NOTIFIED } from './migration-timeline-notified.ts'
import { TOKEN_COUNTER } from './migration-token-counter.ts'
import { VERDICT_ACT } from './migration-verdict-act.ts'
import { WEBHOOK_DELIVERED } from './migration-webhook-delivered.ts'

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE home (
    home_id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
  );

  CREATE TABLE index_state (
    home_id INTEGER PRIMARY KEY REFERENCES home ON DELETE CASCADE,
    identity TEXT NOT NULL,
    generation TEXT,
    high_water INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    messages_at_start INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    last_reconciled_ms INTEGER
  );

  CREATE TABLE session_rollup (
    home_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    messages INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    user_messages INTEGER NOT NULL,
    assistant_messages INTEGER NOT NULL,
    tool_messages INTEGER NOT NULL,
    other_messages INTEGER NOT NULL,
    tool_calls INTEGER NOT NULL,
    max_message_id INTEGER NOT NULL,
    id_sum INTEGER NOT NULL,
    first_ms INTEGER,
    last_ms INTEGER,
    PRIMARY KEY (home_id, session_id)
  ) WITHOUT ROWID;

  CREATE TABLE message_rollup (
    home_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    user_messages INTEGER NOT NULL,
    assistant_messages INTEGER NOT NULL,
    tool_messages INTEGER NOT NULL,
    other_messages INTEGER NOT NULL,
    tool_calls INTEGER NOT NULL,
    PRIMARY KEY (home_id, session_id, hour)
  ) WITHOUT ROWID;

  CREATE TABLE counter_sample (
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    input_tokens INTEGER,
    output_tokens INTEGER,
    cache_read_tokens INTEGER,
    cache_write_tokens INTEGER,
    sessions INTEGER,
    open_sessions INTEGER,
    last_message_id INTEGER,
    database_bytes INTEGER,
    wal_bytes INTEGER,
    free_bytes INTEGER,
    PRIMARY KEY (home_id, at_ms)
  ) WITHOUT ROWID;

  CREATE TABLE storage_sample (
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    classes TEXT NOT NULL,
    PRIMARY KEY (home_id, at_ms)
  ) WITHOUT ROWID;

  CREATE TABLE scan_cache (
    home_id INTEGER PRIMARY KEY REFERENCES home ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL
  );

  CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;
  `,

  `
  CREATE TABLE sign_in (
    key TEXT PRIMARY KEY,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'operator')),
    via TEXT NOT NULL,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE sign_in_code (
    key TEXT PRIMARY KEY,
    expires_ms INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE audit (
    audit_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    address TEXT NOT NULL,
    detail TEXT NOT NULL
  );

  -- Entries cannot be changed, and only those older than a year can be deleted.
  CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  CREATE TRIGGER audit_keeps_a_year BEFORE DELETE ON audit
  WHEN OLD.at_ms > (unixepoch() - 366 * 86400) * 1000
  BEGIN SELECT RAISE(ABORT, 'the audit keeps a year'); END;
  `,

  `
  CREATE TABLE database_count (
    home_id INTEGER PRIMARY KEY REFERENCES home ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  `,

  `
  CREATE TABLE plan (
    plan_no INTEGER PRIMARY KEY,
    plan_id TEXT NOT NULL UNIQUE,
    home TEXT NOT NULL,
    home_path TEXT NOT NULL,
    steps TEXT NOT NULL,
    disposition TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    digest TEXT NOT NULL,
    totals TEXT NOT NULL,
    refusals TEXT NOT NULL,
    created_by TEXT NOT NULL,
    disk TEXT NOT NULL,
    -- The receipt it restores; null for a cleanup.
    restores TEXT,
    -- Set once, by the one approval a plan can have.
    claimed_ms INTEGER,
    claimed_by TEXT,
    receipt_id TEXT UNIQUE,
    except_ids TEXT
  );
  CREATE INDEX plan_by_expiry ON plan (expires_ms);

  CREATE TABLE plan_item (
    plan_no INTEGER NOT NULL,
    item_no INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    label TEXT NOT NULL,
    verdict TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    apparent_bytes INTEGER NOT NULL,
    row_bytes INTEGER,
    together TEXT,
    last_active_ms INTEGER,
    target TEXT,
    PRIMARY KEY (plan_no, item_no)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE receipt (
    receipt_no INTEGER PRIMARY KEY,
    receipt_id TEXT NOT NULL UNIQUE,
    plan_id TEXT NOT NULL,
    home TEXT NOT NULL,
    home_path TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('cleanup', 'restore')),
    restores TEXT,
    disposition TEXT NOT NULL,
    state TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    approved_by TEXT NOT NULL,
    total INTEGER NOT NULL,
    promised_bytes INTEGER NOT NULL,
    freed_bytes INTEGER,
    kept_bytes INTEGER NOT NULL,
    expires_ms INTEGER,
    stop_requested INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX receipt_by_home ON receipt (home, started_ms);

  -- The journal: a batch is recorded before any of its items is removed.
  CREATE TABLE batch (
    receipt_no INTEGER NOT NULL REFERENCES receipt,
    batch_no INTEGER NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('saving', 'acting', 'done')),
    saved TEXT,
    PRIMARY KEY (receipt_no, batch_no)
  ) WITHOUT ROWID;
  CREATE INDEX batch_under_way ON batch (state) WHERE state <> 'done';

  CREATE TABLE receipt_item (
    receipt_no INTEGER NOT NULL REFERENCES receipt,
    item_no INTEGER NOT NULL,
    batch_no INTEGER NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    together TEXT,
    outcome TEXT NOT NULL CHECK (outcome IN ('pending', 'done', 'skipped', 'failed')),
    code TEXT,
    message TEXT,
    freed_bytes INTEGER NOT NULL DEFAULT 0,
    target TEXT NOT NULL,
    PRIMARY KEY (receipt_no, item_no)
  ) WITHOUT ROWID;
  CREATE INDEX receipt_item_by_batch ON receipt_item (receipt_no, batch_no);
  `,

  `
  -- Rows that come in the order of their key are cheap to append only to a table with a row id, and a plan has tens of
  -- thousands of them: the row id is plan and item in one number. Ask by it; the columns beside it have no index.
  CREATE TABLE plan_item_by_place (
    place INTEGER PRIMARY KEY,
    plan_no INTEGER GENERATED ALWAYS AS (place >> 32) VIRTUAL,
    item_no INTEGER GENERATED ALWAYS AS (place & 4294967295) VIRTUAL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    label TEXT NOT NULL,
    verdict TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    apparent_bytes INTEGER NOT NULL,
    row_bytes INTEGER,
    together TEXT,
    last_active_ms INTEGER,
    target TEXT
  );
  INSERT INTO plan_item_by_place (place, step, kind, key, label, verdict, code, message, bytes, apparent_bytes, row_bytes,
    together, last_active_ms, target)
  SELECT (plan_no << 32) | item_no, step, kind, key, label, verdict, code, message, bytes, apparent_bytes, row_bytes,
    together, last_active_ms, target
  FROM plan_item ORDER BY plan_no, item_no;
  DROP TABLE plan_item;
  ALTER TABLE plan_item_by_place RENAME TO plan_item;
  `,
  `
  CREATE TABLE incident (
    incident_no INTEGER PRIMARY KEY,
    incident_id TEXT NOT NULL UNIQUE,
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    closed_ms INTEGER,
    body TEXT NOT NULL
  );
  CREATE INDEX incident_open ON incident (home_id, opened_ms) WHERE closed_ms IS NULL;
  CREATE INDEX incident_closed ON incident (home_id, closed_ms) WHERE closed_ms IS NOT NULL;

  -- Each event is queued once: a row stays after delivery, so that it is not sent again.
  CREATE TABLE webhook_outbox (
    message_no INTEGER PRIMARY KEY,
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    incident_id TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    next_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'told', 'given-up'))
  );
  CREATE INDEX webhook_waiting ON webhook_outbox (home_id, message_no) WHERE state = 'waiting';
  `,
  `
  -- Total cost over all session rows, so that the cost of the last hours is known after a restart.
  ALTER TABLE counter_sample ADD COLUMN cost_usd REAL;
  `,
  `
  -- Why a run freed less than promised.
  ALTER TABLE receipt ADD COLUMN note TEXT;
  `,
  SIGN_IN_BOUNDS,
  PRUNED_USAGE,
  VERDICT_ACT,
  WEBHOOK_DELIVERED,
  TIMELINE_NOTIFIED,
  RENAMED_CODES,
  RECEIPT_SUMS,
  RECEIPT_FOUND,
  AUDIT_BOUNDS,
  NUL_MESSAGES,
  KEPT_FINGERPRINTS,
  BATCH_RESUMES,
  GIT_WRITES,
  TOKEN_COUNTER,
]
