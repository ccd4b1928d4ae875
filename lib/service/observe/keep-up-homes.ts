/**
 * One maintenance round. Homes take turns, so a slow one only delays the next round, and an unreadable one
 * does not affect the others.
 */
export async function keepUpHomes<Home extends { keepUp(): Promise<boolean> }>(
  homes: readonly Home[],
  /** Called for a home with messages still to count. */
  onWaiting: (home: Home) => void,
  onTrouble: (error: unknown, home: Home) => void,
): Promise<void> {
  for (const home of homes) {
    try {
      if (await home.keepUp()) onWaiting(home)
    } catch (error) {
      onTrouble(error, home)
    }
  }
}
