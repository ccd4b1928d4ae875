/** When a receipt was found beside its trash or archive, after Steward's own record of it was lost. */
export const RECEIPT_FOUND = `
  ALTER TABLE receipt ADD COLUMN found_ms INTEGER;
`
