/** Viewers can cause any number of sign-ins and plans, so of each role only the newest 10,000 entries are kept. */
export const AUDIT_BOUNDS = `
  -- Which entries are counted together. Null: kept for a year, however many.
  ALTER TABLE audit ADD COLUMN bound TEXT GENERATED ALWAYS AS (
    CASE
      WHEN substr(event, -8) = '-refused' THEN 'refused'
      WHEN event IN ('signed-in', 'signed-out', 'plan-made') THEN iif(role = 'operator', 'operator', 'viewer')
    END
  ) VIRTUAL;
  DROP INDEX audit_refused;
  CREATE INDEX audit_by_bound ON audit (bound, audit_id);

  DROP TRIGGER audit_keeps_refusals;
  DROP TRIGGER audit_keeps_a_year;
  CREATE TRIGGER audit_keeps_a_year BEFORE DELETE ON audit
  WHEN OLD.at_ms > (unixepoch() - 366 * 86400) * 1000 AND OLD.bound IS NULL
  BEGIN SELECT RAISE(ABORT, 'the audit keeps a year'); END;
  CREATE TRIGGER audit_keeps_the_newest BEFORE DELETE ON audit
  WHEN OLD.at_ms > (unixepoch() - 366 * 86400) * 1000 AND OLD.bound IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM audit WHERE bound = OLD.bound AND audit_id > OLD.audit_id LIMIT 1 OFFSET 9999
    )
  BEGIN SELECT RAISE(ABORT, 'the audit keeps the newest entries'); END;
`
