/**
 * The tokens a home used since Steward first read it, and what was counted of each session, so that the counter
 * survives restarts, cleanups and restores.
 */
export const TOKEN_COUNTER = `
  CREATE TABLE token_counter (
    home_id INTEGER PRIMARY KEY REFERENCES home ON DELETE CASCADE,
    since_ms INTEGER NOT NULL,
    -- When every row had been read. Null until the first time, while there is no baseline yet.
    complete_ms INTEGER,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cache_read_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL
  );

  CREATE TABLE counted_session (
    home_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cache_read_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    -- The highest counters, where Hermes has lowered any of them.
    high TEXT,
    PRIMARY KEY (home_id, session_id)
  ) WITHOUT ROWID;
`
