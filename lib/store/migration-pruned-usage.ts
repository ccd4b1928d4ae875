/** Usage of pruned sessions. Hermes deletes it with their rows, and a cleanup must not change past totals. */
export const PRUNED_USAGE = `
  CREATE TABLE pruned_usage (
    home_id INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (home_id, session_id)
  ) WITHOUT ROWID;
`
