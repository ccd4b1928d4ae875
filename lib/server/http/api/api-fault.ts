/** Turns an expected failure into a response of the HTTP API. */
import type { Fault } from '../../../domain/home/fault.ts'
import { describeFaultInline, NO_SUCH_HOME } from '../../../domain/home/words.ts'
import type { BadCursor } from '../../../domain/sessions/list/session-query.ts'
import type { NoSuchSession } from '../../../domain/sessions/session.ts'
import { NO_SUCH_SESSION } from '../../../domain/sessions/words.ts'
import { apiError } from './api.ts'

export function apiFault(fault: Fault | BadCursor | NoSuchSession): Response {
  if (fault.code === 'bad-input') return apiError('bad-input', fault.message)
  if (fault.code === 'no-such-session') return noSuchSession()
  return apiError('unavailable', describeFaultInline(fault))
}

export const noSuchHome = (): Response =>
  apiError('not-found', `${NO_SUCH_HOME.message} GET /api/v1/homes lists them.`)

export const noSuchSession = (): Response => apiError('not-found', NO_SUCH_SESSION)

export const noSuchIncident = (): Response =>
  apiError('not-found', 'There is no incident of this id. Closed ones are forgotten after a year.')
