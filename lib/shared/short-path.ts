/** A path as the owner of that folder says it: `~` for the folder itself. For showing only. */
export function shortPathIn(own: string, path: string): string {
  if (path === own) return '~'
  return path.startsWith(`${own}/`) ? `~${path.slice(own.length)}` : path
}

/** The other way: what somebody types who reads `~/atlas`. */
export const longPathIn = (own: string, typed: string): string =>
  typed.startsWith('~/') ? `${own}${typed.slice(1)}` : typed

/** Things that are named by a folder, such as checkpoints, under the name its owner knows. */
export const withShortLabel = <Item extends { readonly label: string }>(own: string, item: Item): Item => ({
  ...item,
  label: shortPathIn(own, item.label),
})
