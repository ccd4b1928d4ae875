/** Sums of a run by step and reason, stored once the items of its plan are deleted. */
export const RECEIPT_SUMS = `
  CREATE TABLE receipt_sum (
    receipt_no INTEGER NOT NULL REFERENCES receipt,
    step INTEGER NOT NULL,
    code TEXT NOT NULL,
    planned INTEGER NOT NULL,
    done INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    promised_bytes INTEGER NOT NULL,
    done_bytes INTEGER NOT NULL,
    PRIMARY KEY (receipt_no, step, code)
  ) WITHOUT ROWID;

  ALTER TABLE plan ADD COLUMN items_deleted INTEGER NOT NULL DEFAULT 0;
  -- Set when the targets of its items were deleted, because nothing can be restored any more.
  ALTER TABLE receipt ADD COLUMN targets_deleted INTEGER NOT NULL DEFAULT 0;
`
