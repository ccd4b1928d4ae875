/** A value that could not be read is "unknown", never zero. */
export const orUnknown = <T>(value: T | null | undefined, format: (value: T) => string): string =>
  value === null || value === undefined ? 'unknown' : format(value)
