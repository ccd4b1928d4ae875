/** Splits a session's messages into portions by bytes, so that memory and each statement stay bounded. */

export type SizedMessage = { readonly id: bigint; readonly bytes: number }

export type Portion = { readonly messages: number; readonly bytes: number }

/** Ids from `at` on that fit in a portion. At least one, unless none is left. */
export function portionFrom(all: readonly SizedMessage[], at: number, most: Portion): bigint[] {
  const ids: bigint[] = []
  let bytes = 0
  for (let next = at; next < all.length && ids.length < most.messages; next += 1) {
    const message = all[next]
    if (message === undefined) break
    bytes += message.bytes
    if (ids.length > 0 && bytes > most.bytes) break
    ids.push(message.id)
  }
  return ids
}
