/** What the operator types before deleting for good. It names the count and the home, so it is never typed out of habit. */
export const consentPhrase = (items: number, home: string): string => `delete ${items} from ${home}`

/** Spaces and case are no consent questions. */
export const isConsent = (typed: string, items: number, home: string): boolean =>
  tidy(typed) === tidy(consentPhrase(items, home))

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
