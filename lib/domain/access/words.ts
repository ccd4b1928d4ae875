/** Texts about access: why an action is refused. */
export const ACCESS_REFUSALS = {
  signedOut: 'You are signed out. Sign in and try again.',
  operatorOnly: 'Only an operator may do this. You are signed in as a viewer.',
  readOnly: 'STEWARD_READ_ONLY is set: Steward looks and never touches.',
} as const
