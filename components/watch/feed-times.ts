/** How often a lost stream is asked around, and how long a line may be silent: a beat comes every fifteen seconds. */
export const ASK_EVERY_MS = 5_000
export const SILENT_MS = 25_000
