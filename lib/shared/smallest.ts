/** The first `count` items in order, without sorting the rest: a home may have tens of thousands of rows. */
export function smallest<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const kept: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    kept.push(item)
    if (kept.length < 2 * count) continue
    kept.sort(compare).length = count
    last = kept.at(-1)
  }
  return kept.sort(compare).slice(0, count)
}
