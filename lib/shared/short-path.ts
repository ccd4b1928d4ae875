/** A path with `~` for the user's own folder. For display only. */
export function shortPathIn(own: string, path: string): string {
  if (path === own) return '~'
  return path.startsWith(`${own}/`) ? `~${path.slice(own.length)}` : path
}

/** The reverse: expands `~/atlas` as typed. */
export const longPathIn = (own: string, typed: string): string =>
  typed.startsWith('~/') ? `${own}${typed.slice(1)}` : typed

/** For items named after a folder, such as checkpoints. */
export const withShortLabel = <Item extends { readonly label: string }>(own: string, item: Item): Item => ({
  ...item,
  label: shortPathIn(own, item.label),
})
