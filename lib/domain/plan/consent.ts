/** What somebody types before things are deleted for good: it holds the count and the home, so it cannot be a habit. */
export const consentPhrase = (items: number, home: string): string => `delete ${items} from ${home}`

/** Spaces and case are no consent questions. */
export const isConsent = (typed: string, items: number, home: string): boolean =>
  tidy(typed) === tidy(consentPhrase(items, home))

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
