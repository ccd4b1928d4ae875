/**
 * Whether the YAML parser can read a text with little memory and time. It needs up to a kilobyte for each value, and its time
 * grows steeply with the depth of nested keys, so both are bounded by counting signs before anything is parsed.
 */

const MOST_SIGNS = 60_000
const DEEPEST = 60
/** Each alias may merge a copy of everything else. */
const MOST_MERGED = 500_000

/** Null if it can. Otherwise what is too much, for a message. */
export function beyondYamlBounds(text: string): string | null {
  let signs = 0
  let depth = 0
  let run = 0
  let isBlock = true
  let isLineStart = true
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isLineStart && sign !== SPACE && sign !== NEWLINE) {
      // A key at the margin ends every bracket, unless the whole document may be in brackets.
      isBlock &&= MARGIN.test(text.slice(at, at + 4))
      if (isBlock) depth = 0
    }
    isLineStart = sign === NEWLINE
    if (sign === SPACE) continue
    if (OPENING.has(sign)) depth += 1
    // Brackets in text need not match, so closing ones count only below an opening one.
    else if (CLOSING.has(sign)) depth = Math.max(0, depth - 1)
    if (!COUNTED.has(sign)) {
      run = 0
      continue
    }
    signs += 1
    // `- - -` and `? ? ?` nest without brackets.
    run = NESTING.has(sign) ? run + 1 : 0
    if (depth > DEEPEST || run > DEEPEST) return 'It is nested too deeply'
    if (signs > MOST_SIGNS) return 'It has too many values'
  }
  if (text.includes(MERGE) && countOf(ALIAS, text) * signs > MOST_MERGED) return 'It has too many references'
  return indentLevels(text) > DEEPEST ? 'It is nested too deeply' : null
}

function countOf(pattern: RegExp, text: string): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) count += 1
  return count
}

/** The number of indentations that are open at once. */
function indentLevels(text: string): number {
  const open: number[] = []
  let most = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const lineEnd = end === -1 ? text.length : end
    let from = at
    while (from < lineEnd && text.charCodeAt(from) === SPACE) from += 1
    if (from < lineEnd) {
      const indent = from - at
      while ((open.at(-1) ?? -1) > indent) open.pop()
      if ((open.at(-1) ?? -1) < indent) open.push(indent)
      most = Math.max(most, open.length)
    }
    at = lineEnd + 1
  }
  return most
}

const codes = (signs: string): ReadonlySet<number> => new Set([...signs].map((sign) => sign.charCodeAt(0)))
const SPACE = 0x20
const NEWLINE = 0x0a
/** How a line of an ordinary mapping or list begins. */
const MARGIN = /^(\w|#|- [^-])/
const OPENING = codes('[{')
const CLOSING = codes(']}')
const NESTING = codes('-?')
const COUNTED = codes('[]{},:?-\n*&!"\'')
const MERGE = '<<'
const ALIAS = /[\s[,]\*\w/g
