/** What nobody could read is the word, never a zero. */
export const orUnknown = <T>(value: T | null | undefined, word: (value: T) => string): string =>
  value === null || value === undefined ? 'unknown' : word(value)
