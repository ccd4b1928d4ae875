/** How often a start began to finish a batch, so that one that ends the executor every time is not retried forever. */
export const BATCH_RESUMES = `
  ALTER TABLE batch ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0;
`
