/** A value or an expected failure. Bugs throw; anything that can happen to a home is a value. */
export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: F }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const failed = <F>(fault: F): { ok: false; fault: F } => ({ ok: false, fault })
