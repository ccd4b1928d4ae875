/** Timing of the live connection. The server sends a beat every fifteen seconds. */
export const POLL_EVERY_MS = 5_000
export const SILENCE_TIMEOUT_MS = 25_000
/**
 * The first event comes with the connection, or within the second that the server waits for its collector.
 */
export const FIRST_EVENT_TIMEOUT_MS = 10_000
/**
 * The server sends yesterday's values for the next fifteen minutes, so they are fetched again within that
 * time.
 */
export const HISTORY_EVERY_MS = 5 * 60_000
