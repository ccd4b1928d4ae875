/**
 * One round of upkeep. Homes take turns, so that a slow one delays the next round and never piles up; one that cannot
 * be read costs the others nothing.
 */
export async function keepUpHomes<Home extends { keepUp(): Promise<boolean> }>(
  homes: readonly Home[],
  /** Of a home whose messages wait to be counted. */
  onWaiting: (home: Home) => void,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  for (const home of homes) {
    try {
      if (await home.keepUp()) onWaiting(home)
    } catch (error) {
      onTrouble(error)
    }
  }
}
