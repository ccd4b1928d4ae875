/** Dates and times in UTC, so that server and browser render the same text. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `2 Nov` */
export function dayWords(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** `Fri 13 Nov` */
export const weekdayWords = (ms: number): string => `${WEEKDAYS[new Date(ms).getUTCDay()]} ${dayWords(ms)}`

/** `13 Nov 14:02` */
export const dayTimeWords = (ms: number): string =>
  `${dayWords(ms)} ${new Date(ms).toISOString().slice(11, 16)}`

/** `13 Nov 2026` */
export const dateWords = (ms: number): string => `${dayWords(ms)} ${new Date(ms).getUTCFullYear()}`

/** `14:02:31` */
export const timeWords = (ms: number): string => new Date(ms).toISOString().slice(11, 19)
