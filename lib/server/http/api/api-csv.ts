/** Rows as a CSV download. The file name is generated and describes the content. */
import { type Cell, toCsv } from '../../../shared/csv.ts'

export function apiCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  const file = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  return new Response(toCsv(header, rows), {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file}.csv"`,
    },
  })
}
