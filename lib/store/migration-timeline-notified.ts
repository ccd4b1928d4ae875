/** Timelines of incidents called a delivered notification "told". */
export const TIMELINE_NOTIFIED = `
  UPDATE incident SET body = json_set(body, '$.timeline', (
    SELECT json_group_array(
      json_set(value, '$.kind', iif(value ->> '$.kind' = 'told', 'notified', value ->> '$.kind')) ORDER BY key
    ) FROM json_each(body, '$.timeline')
  ))
  WHERE body LIKE '%"told"%' AND json_valid(body) AND json_type(body, '$.timeline') = 'array';
`
