/** A name in one line: what would break it, command a terminal or turn the reading direction is shown instead. */
import { visibleText } from './visible-text.ts'

export const visibleName = (name: string): string =>
  visibleText(name.replaceAll('\r\n', '\u240D\n')).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409')
