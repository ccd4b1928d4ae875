/**
 * A transcript as plain text: characters that control a terminal or change the reading direction are shown as
 * symbols. Line breaks and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROL_CHARACTERS, visibleSymbol)

const CONTROL_CHARACTERS = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

const CONTROL_PICTURES = 0x2400
const DELETE = 0x7f

/** The first 32 have symbols in Unicode, such as `␛` for escape; others are shown by number. */
function visibleSymbol(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code)
  if (code === DELETE) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
