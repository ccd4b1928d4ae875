/** Texts that several pages load in the browser. Kept apart, so that none of them loads another page's texts. */

/** Beside a disabled button. */
export const MAY_NOT_WORDS: Readonly<Record<'viewer' | 'read-only', string>> = {
  viewer: 'Only an operator may do this.',
  'read-only': 'Read-only: Steward looks and never touches.',
}

export const CHART_FAILED = 'The chart could not be loaded. Its table shows the same numbers.'
