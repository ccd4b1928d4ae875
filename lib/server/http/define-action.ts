/**
 * Every server action is a public POST. This checks the actor, the permission and the input before any of
 * them runs, so that an action gets a known actor and a parsed value.
 */
import type { z } from 'zod'
import { type Needs, type Refused, refuseAction } from '../../domain/access/action-gate.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { ACCESS_REFUSALS } from '../../domain/access/words.ts'
import { failed, type Result } from '../../shared/result.ts'
import { getSettings } from '../get-settings.ts'
import { getActor } from './get-actor.ts'
import { sharedGuard } from './guard/shared-guard.ts'
import { startAction } from './guard/undecodable-body.ts'

/** Errors that a single action adds to the shared ones. */
type Worded = { readonly code: string; readonly message: string }

export function defineAction<Input, Output, Fault extends Worded = Refused>(
  name: string,
  needs: Needs,
  input: z.ZodType<Input>,
  run: (actor: Actor, value: Input) => Promise<Result<Output, Fault>>,
): (raw: unknown) => Promise<Result<Output, Fault | Refused>> {
  return async (raw) => {
    startAction()
    const actor = await getActor()
    const refusal = refuseAction(actor, needs, getSettings().readOnly)
    if (refusal !== null || actor === null) {
      sharedGuard.get()?.recorder.record({
        atMs: Date.now(),
        event: 'action-refused',
        actor: actor?.name ?? 'nobody',
        role: actor?.role ?? null,
        address: actor?.address ?? 'unknown',
        detail: `${name}: ${refusal?.code ?? 'signed-out'}`,
      })
      return failed(refusal ?? { code: 'signed-out', message: ACCESS_REFUSALS.signedOut })
    }
    const parsed = input.safeParse(raw)
    if (!parsed.success)
      return failed({ code: 'bad-input', message: 'This request does not look like one of ours.' })
    return run(actor, parsed.data)
  }
}
