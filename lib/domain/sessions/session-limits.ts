/** From here on a session stands out. Beyond these sizes Hermes itself slows down or refuses. */
export const MANY_MESSAGES = 1_000
export const LARGE_FILE_BYTES = 10_000_000
