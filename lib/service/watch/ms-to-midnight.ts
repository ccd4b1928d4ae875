/** To the end of the operator's own day; a day may have 23 or 25 hours. */
export function msToMidnight(nowMs: number): number {
  const midnight = new Date(nowMs)
  midnight.setHours(24, 0, 0, 0)
  return midnight.getTime() - nowMs
}
