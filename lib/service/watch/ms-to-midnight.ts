/** Milliseconds to the end of the operator's local day. A day may have 23 or 25 hours. */
export function msToMidnight(nowMs: number): number {
  const midnight = new Date(nowMs)
  midnight.setHours(24, 0, 0, 0)
  return midnight.getTime() - nowMs
}
