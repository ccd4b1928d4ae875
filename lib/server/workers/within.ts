/** Resolves to a fallback if a promise takes too long. The promise is not canceled. */
export async function within<T>(work: Promise<T>, waitMs: number, otherwise: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), waitMs)
  })
  try {
    const first = await Promise.race([work.then((value) => ({ value })), late])
    return first === 'late' ? await otherwise() : first.value
  } finally {
    clearTimeout(timer)
  }
}
