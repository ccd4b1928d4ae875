/** How often a lost stream is asked around, and how long a line may be silent: a beat comes every fifteen seconds. */
export const POLL_EVERY_MS = 5_000
export const SILENCE_TIMEOUT_MS = 25_000
/** The first word comes with the connection, or after the second the server gives its collector. */
export const FIRST_EVENT_TIMEOUT_MS = 10_000
/** The server tells a quarter of an hour of yesterday ahead; within that it is asked again. */
export const HISTORY_EVERY_MS = 5 * 60_000
