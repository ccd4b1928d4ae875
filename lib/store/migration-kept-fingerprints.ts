/** What a run kept, as it was right after the run: the digest of a batch's bundle, and each item's entries in the trash. */
export const KEPT_FINGERPRINTS = `
  ALTER TABLE batch ADD COLUMN sha256 TEXT;
  ALTER TABLE receipt_item ADD COLUMN kept TEXT;
`
