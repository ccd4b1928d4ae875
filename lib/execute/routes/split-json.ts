/**
 * The members of a JSON object as raw text. Parsing and writing Hermes' file again would turn `0.0` into `0`
 * and lose digits of large numbers, so whole members are removed and inserted and the rest stays as it is.
 */

import { parseBoundedJson } from '../../shared/bounded-json.ts'

export type JsonMember = {
  readonly key: string
  /** White space before the key. */
  readonly lead: string
  /** From the key's first quote to the end of the value. */
  readonly raw: string
}

export type SplitJson = {
  /** Up to and including the opening brace. */
  readonly head: string
  readonly members: readonly JsonMember[]
  /** From the end of the last member. */
  readonly tail: string
}

/** Null if the text is not a JSON object or has a duplicate key. */
export function splitJson(text: string): SplitJson | null {
  const open = skipSpace(text, 0)
  if (text[open] !== '{' || !isJson(text)) return null
  const members: JsonMember[] = []
  let end = open + 1
  for (let more = text[skipSpace(text, end)] === '"'; more; ) {
    const start = skipSpace(text, end)
    const keyEnd = stringEnd(text, start)
    const valueEnd = endOfValue(text, skipSpace(text, skipSpace(text, keyEnd) + 1))
    const comma = skipSpace(text, valueEnd)
    more = text[comma] === ','
    const key: unknown = JSON.parse(text.slice(start, keyEnd))
    const raw = text.slice(start, more ? comma : valueEnd)
    members.push({ key: String(key), lead: text.slice(end, start), raw })
    end = more ? comma + 1 : valueEnd
  }
  if (new Set(members.map(({ key }) => key)).size < members.length) return null
  return { head: text.slice(0, open + 1), members, tail: text.slice(end) }
}

/** The inverse of `splitJson`. Without members it is `{}`, as Hermes writes it. */
export function joinJson({ head, members, tail }: SplitJson): string {
  if (members.length === 0) return `${head}${tail.trimStart()}`
  const closing = tail.startsWith('}') && members[0]?.lead.includes('\n') ? `\n${tail}` : tail
  return `${head}${members.map(({ lead, raw }) => lead + raw).join(',')}${closing}`
}

/** The scanner below relies on the text being valid JSON. */
function isJson(text: string): boolean {
  try {
    parseBoundedJson(text)
    return true
  } catch {
    return false
  }
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start)
  if (text[start] !== '{' && text[start] !== '[') {
    const length = text.slice(start).search(/[\s,}\]]/)
    return length === -1 ? text.length : start + length
  }
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') at = stringEnd(text, at) - 1
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Position after the closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? 'x')) at += 1
  return at
}
