/** Keeps steward.db small: deletes what is no longer needed and returns the space to the disk. */
import { freeSpace } from '../../store/free-space.ts'
import { deleteDetails } from '../../store/plans/delete-details.ts'
import { forgetExpiredPlans } from '../../store/plans/plans.ts'
import type { RunTools } from './open-run.ts'
import { ignoreSystemErrors } from './system-errors.ts'

/** A full disk or a busy store prevents it now, and the next time tries again. */
export const tidyStore = ({ store, now }: RunTools): void =>
  ignoreSystemErrors(() => {
    forgetExpiredPlans(store, now())
    deleteDetails(store, now())
    freeSpace(store)
  })
