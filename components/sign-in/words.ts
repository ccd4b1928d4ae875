/** Texts of the sign-in page. */

export const SIGN_IN_MESSAGES: Readonly<Record<string, { title: string; detail: string }>> = {
  wrong: {
    title: 'That password opens nothing',
    detail: 'After ten wrong ones in a minute the next has to wait one.',
  },
  'link-used': { title: 'This link no longer works', detail: 'Each works once, for ten minutes.' },
  'signed-out': { title: 'Signed out', detail: 'Nothing of the session is left in this browser.' },
}
