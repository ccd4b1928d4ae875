/** Every keyboard shortcut. The list under `?` shows exactly these. */
type KeyLine = { readonly keys: readonly string[]; readonly does: string }

export const KEY_LIST: readonly KeyLine[] = [
  { keys: ['Ctrl', 'K'], does: 'Search or run a command (⌘ K on a Mac)' },
  { keys: ['/'], does: 'Filter this page, or search where it has no filter' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x'], does: 'Tick the row' },
  { keys: ['Shift', 'x'], does: 'Tick every row up to here' },
  { keys: ['Esc'], does: 'Close, or clear the selection' },
  { keys: ['g', 'o'], does: 'Overview; each page has its letter in the list of commands' },
  { keys: ['f'], does: 'Wallboard, on Watch; Esc leaves it' },
  { keys: ['?'], does: 'This list' },
]
