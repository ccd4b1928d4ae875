/** The answer to an id that no session has. */
export type NoSuchSession = { readonly code: 'no-such-session' }
