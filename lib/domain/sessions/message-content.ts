/**
 * Decodes a stored message. Lists of parts are stored as NUL, `json:` and JSON. Only a prefix is loaded,
 * which usually truncates the JSON, so it is scanned instead of parsed.
 */
const STRUCTURED = '\u0000json:'

export function contentText(head: string): string {
  if (!head.startsWith(STRUCTURED)) return head
  const json = head.slice(STRUCTURED.length)
  const texts = stringsIn(json).flatMap(({ key, text }) => {
    if (key === 'text') return [text]
    return key === 'type' && text !== 'text' && text !== 'input_text' && text !== 'output_text'
      ? [`[${text}]`]
      : []
  })
  return texts.length === 0 ? json : texts.join('\n')
}

/** The names of called functions in the beginning of a stored list of calls. */
export const namesIn = (json: string): string[] =>
  stringsIn(json).flatMap(({ key, text }) => (key === 'name' ? [text] : []))

type KeyedString = { readonly key: string; readonly text: string }

/** Every string value of a key, in order. The last one may be truncated and is used as far as it goes. */
function stringsIn(json: string): KeyedString[] {
  const found: KeyedString[] = []
  let key: string | null = null
  let afterColon = false
  for (const [token, quoted] of json.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)|[:,{}[\]]/gs)) {
    if (quoted === undefined) {
      afterColon = token === ':'
      continue
    }
    if (!afterColon) key = unquote(quoted)
    else if (key !== null) found.push({ key, text: unquote(quoted) })
    afterColon = false
  }
  return found
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])

/** Truncated or unknown escapes are left as they are. */
const unquote = (quoted: string): string =>
  quoted.replace(
    /\\(?:u([0-9a-fA-F]{4})|([^u]))/gs,
    (_, hex: string | undefined, short: string | undefined) =>
      hex === undefined
        ? (SHORT.get(short ?? '') ?? short ?? '')
        : String.fromCharCode(Number.parseInt(hex, 16)),
  )
