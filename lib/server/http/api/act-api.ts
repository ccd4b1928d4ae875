/** Changes to a home over the HTTP API pass the same gate as the pages' actions. */
import { type Needs, refuseAction } from '../../../domain/access/action-gate.ts'
import type { Actor } from '../../../domain/access/actor.ts'
import { getSettings } from '../../get-settings.ts'
import { sharedGuard } from '../guard/shared-guard.ts'
import { answerApi, apiError } from './api.ts'

export function actApi(
  request: Request,
  name: string,
  needs: Needs,
  act: (actor: Actor) => Promise<Response>,
): Promise<Response> {
  return answerApi(request, async (actor) => {
    const refusal = refuseAction(actor, needs, getSettings().readOnly)
    if (refusal === null) return act(actor)
    sharedGuard.get()?.recorder.record({
      atMs: Date.now(),
      event: 'action-refused',
      actor: actor.name,
      role: actor.role,
      address: actor.address,
      detail: `${name}: ${refusal.code}`,
    })
    return apiError('forbidden', refusal.message)
  })
}

/** The HTTP status for a refused order. */
export function orderFault({ code, message }: { readonly code: string; readonly message: string }): Response {
  if (code.startsWith('no-such-'))
    return apiError(code === 'no-such-item' ? 'bad-input' : 'not-found', message)
  if (code === 'unavailable') return apiError('unavailable', message)
  if (code === 'read-only') return apiError('forbidden', message)
  if (code === 'consent-needed') return apiError('bad-input', message)
  return apiError('conflict', message)
}
