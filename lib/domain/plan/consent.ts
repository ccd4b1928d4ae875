/**
 * The phrase the operator types before a permanent delete. It includes the count and the home, so that it is
 * never typed out of habit.
 */
import { consentPhrase } from './words.ts'

/** Whitespace and case are ignored. */
export const isConsent = (typed: string, items: number, home: string): boolean =>
  tidy(typed) === tidy(consentPhrase(items, home))

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
