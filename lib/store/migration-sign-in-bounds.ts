/** The credential of a sign-in, and a limit on stored refusals. */
export const SIGN_IN_BOUNDS = `
  ALTER TABLE sign_in ADD COLUMN opener TEXT NOT NULL DEFAULT '';

  -- Anyone can cause refusals, so only the newest 10,000 are kept. Other entries stay for a year.
  CREATE INDEX audit_refused ON audit (audit_id) WHERE substr(event, -8) = '-refused';
  DROP TRIGGER audit_keeps_a_year;
  CREATE TRIGGER audit_keeps_a_year BEFORE DELETE ON audit
  WHEN OLD.at_ms > (unixepoch() - 366 * 86400) * 1000 AND substr(OLD.event, -8) <> '-refused'
  BEGIN SELECT RAISE(ABORT, 'the audit keeps a year'); END;
  CREATE TRIGGER audit_keeps_refusals BEFORE DELETE ON audit
  WHEN OLD.at_ms > (unixepoch() - 366 * 86400) * 1000 AND substr(OLD.event, -8) = '-refused'
    AND NOT EXISTS (
      SELECT 1 FROM audit WHERE substr(event, -8) = '-refused' AND audit_id > OLD.audit_id LIMIT 1 OFFSET 9999
    )
  BEGIN SELECT RAISE(ABORT, 'the audit keeps the newest refusals'); END;
`
