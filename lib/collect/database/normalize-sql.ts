/** Removes what may differ between equal statements: comments, spacing, case and optional words. */
export function normalizeSql(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .replace(/\bif not exists\b/g, ' ')
    .replace(/["`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\|\||<=|>=|<>|[(),=<>;]) ?/g, '$1')
    .trim()
    .replace(/;$/, '')
}
