/**
 * The form sent to an action. Anything else counts as an empty form, because an action can be posted by hand.
 */
export const formOf = (sent: unknown): FormData => (sent instanceof FormData ? sent : new FormData())
