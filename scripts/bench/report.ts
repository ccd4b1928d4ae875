/** The benchmark's table and JSON, on screen and in docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { BenchRow } from './bench-row.ts'

export type BenchReport = {
  readonly date: string
  readonly cores: number
  readonly memoryGiB: number
  readonly node: string
  readonly rows: readonly BenchRow[]
}

export const makeReport = (rows: readonly BenchRow[], nowMs: number): BenchReport => ({
  date: new Date(nowMs).toISOString().slice(0, 10),
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  rows,
})

export function formatReport({ date, cores, memoryGiB, node, rows }: BenchReport): string {
  const cells = [['name', 'value', 'unit', 'limit', 'ok'], ...rows.map(cellsOf)]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (isNumberColumn(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [
    `${date}, ${cores} cores, ${memoryGiB} GiB, Node ${node}`,
    '',
    lines[0],
    rule,
    ...lines.slice(1),
    '',
  ].join('\n')
}

const isNumberColumn = (at: number): boolean => at === 1 || at === 3

function cellsOf({ name, value, unit, limit, ok }: BenchRow): string[] {
  return [
    name,
    number(value),
    unit,
    limit === null ? '' : typeof limit === 'number' ? number(limit) : `≥ ${number(limit.least)}`,
    limit === null ? '' : ok ? 'yes' : 'NO',
  ]
}

const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : value < 100 ? 1 : 0 })

const START = '<!-- bench:start -->'
const END = '<!-- bench:end -->'

/** Replaces the report between the markers of a document. */
export function writeIntoDocument(path: string, report: BenchReport): void {
  const text = readFileSync(path, 'utf8')
  const start = text.indexOf(START)
  const end = text.indexOf(END)
  if (start === -1 || end < start) throw new Error(`${path} has no place between ${START} and ${END}`)
  const table = `${START}\n\n\`\`\`text\n${formatReport(report)}\`\`\`\n\n`
  writeFileSync(path, text.slice(0, start) + table + text.slice(end))
}
