/** Styles of all buttons: accent for the main action, red only for destructive ones. */
const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap disabled:cursor-not-allowed'
const SMALL = `${BASE} h-10 px-3 md:h-7 md:px-2.5`
const LARGE = `${BASE} h-11 px-4 font-strong md:h-9 md:px-3.5`

const SECONDARY_STYLE =
  'border border-line-strong bg-surface hover:bg-raised disabled:text-text-3 disabled:hover:bg-surface'
const PRIMARY_STYLE =
  'bg-accent text-on-accent hover:opacity-90 disabled:border disabled:border-line-strong disabled:bg-raised disabled:text-text-3'
const DESTROY_STYLE =
  'bg-danger text-on-danger hover:opacity-90 disabled:border disabled:border-line-strong disabled:bg-raised disabled:text-text-3'

export const BUTTON = `${SMALL} ${SECONDARY_STYLE}`
export const BUTTON_PRIMARY = `${SMALL} ${PRIMARY_STYLE}`
export const BUTTON_LARGE = `${LARGE} ${SECONDARY_STYLE}`
export const BUTTON_LARGE_PRIMARY = `${LARGE} ${PRIMARY_STYLE}`
export const BUTTON_LARGE_DESTROY = `${LARGE} ${DESTROY_STYLE}`
