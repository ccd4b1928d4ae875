/** The system code of an error, and its meaning. */

export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

export const isMissing = (error: unknown): boolean =>
  errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR'

export const isNoSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error) ?? '')
