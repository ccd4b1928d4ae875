/** Resolves when the work is done or the time is up. The work continues either way. */
export async function settledWithin(work: Promise<void>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
