/**
 * Plans of 0.1.0 called the verdict `act` "prune", in their items and in their totals. The digest of a plan is compared
 * with the stored one and never computed again, so a plan that waits for approval can still be approved.
 */
export const VERDICT_ACT = `
  UPDATE plan_item SET verdict = 'act' WHERE verdict = 'prune';

  UPDATE plan SET totals = json_object(
    'act', json_extract(totals, '$.prune'),
    'keep', json_extract(totals, '$.keep'),
    'byReason', (
      SELECT json_group_array(
        json_set(value, '$.verdict', iif(value ->> '$.verdict' = 'prune', 'act', value ->> '$.verdict')) ORDER BY key
      ) FROM json_each(totals, '$.byReason')
    ),
    'byStep', (
      SELECT json_group_array(
        json_remove(json_set(value, '$.act', value -> '$.prune'), '$.prune') ORDER BY key
      ) FROM json_each(totals, '$.byStep')
    )
  );
`
