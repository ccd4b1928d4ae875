/** Texts about access: why an action is refused. */
export const ACCESS_REFUSALS = {
  signedOut: 'You are signed out. Sign in and try again.',
  operatorOnly: 'Only an operator may do this. You are signed in as a viewer.',
  readOnly: 'Steward is in read-only mode (STEWARD_READ_ONLY is set).',
  tokenNeeded: 'Send a valid token: Authorization: Bearer <STEWARD_TOKEN>.',
} as const
