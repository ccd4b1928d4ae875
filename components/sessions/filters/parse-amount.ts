/** Parses an amount such as `50`, `1.5 M`, `10 MB` or `200k`. Null for anything else. */
export function parseAmount(text: string): number | null {
  const match = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([kmg]?)b?\s*$/i.exec(text.replaceAll(',', ''))
  if (match === null) return null
  const [, digits = '', unit = ''] = match
  const amount = Number(digits) * (TIMES.get(unit.toLowerCase()) ?? 1)
  return Number.isSafeInteger(Math.floor(amount)) ? Math.round(amount * 1e6) / 1e6 : null
}

const TIMES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['g', 1e9],
])
