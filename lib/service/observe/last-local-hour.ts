/** The last moment at which the operator's clock showed this full hour: Hermes resets chats by local time. */
export function lastLocalHourMs(hour: number, nowMs: number): number {
  const moment = new Date(nowMs)
  moment.setHours(hour, 0, 0, 0)
  if (moment.getTime() > nowMs) moment.setDate(moment.getDate() - 1)
  return moment.getTime()
}
