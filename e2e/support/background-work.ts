/** Waits over HTTP for the server's background work, so that a page is opened only once. */
import { expect, type Lab } from './fixtures.ts'

type Counted = { readonly count: { readonly state: string; readonly countedAt: string | null } }
type Measured = {
  readonly measuring: { readonly running: boolean; readonly done: number; readonly total: number }
}
type Held = { readonly holders: readonly { readonly pid: number }[] | null }

/** The objects of state.db are counted. */
export const databaseCounted = (lab: Lab, homeId = 'main'): Promise<void> =>
  expect
    .poll(async () => {
      const { count } = (await lab.api(`/api/v1/homes/${homeId}/database`)).body as Counted
      return count.state === 'idle' && count.countedAt !== null
    })
    .toBe(true)

/** Git has measured every checkpoint. */
export const checkpointsMeasured = (lab: Lab, homeId = 'main'): Promise<void> =>
  expect
    .poll(async () => {
      const { measuring } = (await lab.api(`/api/v1/homes/${homeId}/checkpoints`)).body as Measured
      return !measuring.running && measuring.done === measuring.total
    })
    .toBe(true)

/** The server knows that this process has state.db open. */
export const holderFound = (lab: Lab, pid: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const { holders } = (await lab.api('/api/v1/homes/main/database')).body as Held
        return holders?.map((holder) => holder.pid)
      },
      { timeout: 45_000 },
    )
    .toContain(pid)
