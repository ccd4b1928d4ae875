/**
 * Git's writes to a checkpoint store, recorded before git starts: a lock found after a kill is Steward's only if such a
 * record says so. `refs_left`: refs of a receipt in the trash that nothing needs and git could not delete yet.
 */
export const GIT_WRITES = `
  CREATE TABLE git_write (
    write_no INTEGER PRIMARY KEY,
    receipt_id TEXT NOT NULL,
    begun_ms INTEGER NOT NULL,
    -- Locks that git may take, as JSON. Null for a gc, which may take any.
    may_take TEXT,
    -- Locks that were there before, as JSON.
    found_before TEXT NOT NULL,
    -- Locks found when Steward first checked after git had ended, as JSON. Null while git may still run.
    left_behind TEXT
  );
  ALTER TABLE receipt ADD COLUMN refs_left INTEGER NOT NULL DEFAULT 0;
`
