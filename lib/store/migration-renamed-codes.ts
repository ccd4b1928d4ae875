/**
 * Reasons and outcomes that 0.1.0 stored under older codes. Without this, a filter by reason finds nothing in an older
 * plan, and its items lose their icon. The digest is compared with the stored one, so approval still works.
 */
const RENAMED = [
  ['shelved', 'archived-in-hermes'],
  ['kin-live', 'relative-live'],
  ['kin-skipped', 'relative-skipped'],
] as const

const renamed = (code: string): string =>
  `CASE ${code} ${RENAMED.map(([old, now]) => `WHEN '${old}' THEN '${now}'`).join(' ')} ELSE ${code} END`

const OLD_CODES = RENAMED.map(([old]) => `'${old}'`).join(', ')

export const RENAMED_CODES = `
  UPDATE plan_item SET code = ${renamed('code')} WHERE code IN (${OLD_CODES});

  UPDATE receipt_item SET code = ${renamed('code')} WHERE code IN (${OLD_CODES});

  UPDATE plan SET totals = json_set(totals, '$.byReason', (
    SELECT json_group_array(json_set(value, '$.code', ${renamed("value ->> '$.code'")}) ORDER BY key)
    FROM json_each(totals, '$.byReason')
  ))
  WHERE EXISTS (SELECT 1 FROM json_each(totals, '$.byReason') WHERE value ->> '$.code' IN (${OLD_CODES}));
`
