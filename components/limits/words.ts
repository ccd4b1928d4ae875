/** Texts of the limits page. */

import { hasOverrides, type OverrideRow } from './limits-model'

export const LIMITS_NOTE =
  'When Steward speaks up. They are Steward’s own, hold for all homes, and change nothing in Hermes.'
export const LIMITS_UNREADABLE = 'The saved limits cannot be read'
export const LIMITS_UNREADABLE_NOTE = 'The usual ones hold, and stand below. Saving writes them anew.'
export const LIMITS_VIEWER = 'You see the limits; an operator changes them'
export const HOME_LIMITS_NOTE = 'An empty field is no limit.'
export const SESSION_LIMITS_NOTE = 'Each session is held against these, unless its source or job has its own.'
export const OVERRIDES_NOTE =
  'An empty field is as for all; a token budget of 0 is none. A job outranks its source.'
export const SET_OVERRIDES = 'Set limits of their own'

const FORM_MESSAGES: Readonly<Record<string, { readonly level: 'info' | 'warn'; readonly words: string }>> = {
  saved: { level: 'info', words: 'Saved. They hold from the next look on, for all homes.' },
  reset: { level: 'info', words: 'The usual limits hold again.' },
  'operator-only': { level: 'warn', words: 'Only an operator may change limits. Nothing was saved.' },
  'bad-input': { level: 'warn', words: 'A limit is a whole number above zero. Nothing was saved.' },
  'signed-out': { level: 'warn', words: 'You are signed out. Nothing was saved.' },
  unavailable: { level: 'warn', words: 'Steward could not write its own records. The old limits hold.' },
}

/** Only known codes have a message, because anyone can write anything into the address. */
export const limitsFormMessage = (code: string | null) =>
  code !== null && Object.hasOwn(FORM_MESSAGES, code) ? (FORM_MESSAGES[code] ?? null) : null

export const LIMITS_TITLES = {
  default: 'Limits: the usual ones hold',
  custom: 'Limits: your own hold',
  unreadable: 'Limits: the usual ones hold, yours cannot be read',
} as const

export function overridesTitle(
  rows: readonly OverrideRow[],
  kind: OverrideRow['kind'],
  name: string,
): string {
  const own = rows.filter((row) => row.kind === kind && hasOverrides(row)).length
  if (own === 0) return `${name}: none has limits of its own`
  return own === 1 ? `${name}: one has limits of its own` : `${name}: ${own} have limits of their own`
}
