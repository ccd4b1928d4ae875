/** What pruned sessions had used: Hermes forgets it with their rows, and no cleanup may rewrite the past. */
export const PRUNED_USAGE = `
  CREATE TABLE pruned_usage (
    home_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (home_id, session_id)
  ) WITHOUT ROWID;
`
