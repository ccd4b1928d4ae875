/**
 * Parses JSON that Steward didn't write. A few megabytes of brackets would take gigabytes of memory as values, so they
 * are counted first, without parsing.
 */

const MOST_VALUES = 500_000
const DEEPEST = 100

type Options = { readonly mostValues?: number; readonly revive?: Parameters<typeof JSON.parse>[1] }

/** Throws a `SyntaxError` if the text is not JSON, or has too many values or levels. */
export function parseBoundedJson(text: string, { mostValues = MOST_VALUES, revive }: Options = {}): unknown {
  refuseBeyondBounds(text, mostValues)
  return JSON.parse(text, revive)
}

function refuseBeyondBounds(text: string, mostValues: number): void {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        values += 1
        depth += 1
        if (depth > DEEPEST) throw new SyntaxError(`JSON with more than ${DEEPEST} levels at position ${at}`)
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1
        break
      case COMMA:
        values += 1
        break
    }
    if (values > mostValues)
      throw new SyntaxError(`JSON with more than ${mostValues} values at position ${at}`)
  }
}

/** Position of the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
