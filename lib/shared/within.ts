/** Limits how long a caller waits. The work itself is not canceled. */

/** Whether the work was done before the time was up. */
export async function settledWithin(work: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs)
  })
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}

/** The work's value, or a fallback's if the work takes too long. */
export const within = async <T>(work: Promise<T>, waitMs: number, otherwise: () => Promise<T>): Promise<T> =>
  (await settledWithin(work, waitMs)) ? work : otherwise()
