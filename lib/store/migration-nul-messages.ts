/**
 * Messages with a NUL in the trigram index, and how far a home was searched for them. Homes indexed by an earlier
 * version have no row, so they are searched from the start.
 */
export const NUL_MESSAGES = `
  CREATE TABLE nul_search (
    home_id INTEGER PRIMARY KEY REFERENCES home ON DELETE CASCADE,
    -- The file, the index and our SQLite. If it changes, the search starts over.
    signature TEXT NOT NULL,
    high_water INTEGER NOT NULL
  );

  CREATE TABLE nul_message (
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    message_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    size BLOB,
    fault TEXT,
    PRIMARY KEY (home_id, message_id)
  ) WITHOUT ROWID;
`
