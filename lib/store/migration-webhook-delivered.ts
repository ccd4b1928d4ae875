/** The webhook states get the words of docs/webhook.md. A CHECK cannot be altered, so the table is rebuilt. */
export const WEBHOOK_DELIVERED = `
  CREATE TABLE webhook_outbox_renamed (
    message_no INTEGER PRIMARY KEY,
    home_id INTEGER NOT NULL REFERENCES home ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    incident_id TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    next_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given-up'))
  );
  INSERT INTO webhook_outbox_renamed
  SELECT message_no, home_id, key, incident_id, event, body, made_ms, tries, next_ms,
    CASE state WHEN 'told' THEN 'delivered' ELSE state END
  FROM webhook_outbox;
  DROP TABLE webhook_outbox;
  ALTER TABLE webhook_outbox_renamed RENAME TO webhook_outbox;
  CREATE INDEX webhook_waiting ON webhook_outbox (home_id, message_no) WHERE state = 'waiting';
`
