/** A name on one line. Line breaks, control characters and direction marks are shown as symbols. */
import { visibleText } from './visible-text.ts'

export const visibleName = (name: string): string =>
  visibleText(name.replaceAll('\r\n', '\u240D\n')).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409')
