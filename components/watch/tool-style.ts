/** The secondary buttons in the board's header. */
export const TOOL =
  'inline-flex h-10 min-w-10 flex-none items-center justify-center gap-1.5 rounded-control px-2 whitespace-nowrap text-text-2 hover:bg-raised hover:text-text disabled:text-text-3 aria-pressed:bg-raised aria-pressed:text-text md:h-7 md:min-w-7'
