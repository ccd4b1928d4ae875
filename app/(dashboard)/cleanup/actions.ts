'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { Actor } from '@/lib/domain/access/actor'
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import { DISPOSITIONS } from '@/lib/domain/plan/action'
import type { PlanRequest } from '@/lib/domain/plan/policy'
import { NOTHING_SELECTED } from '@/lib/domain/plan/words'
import { describePlanFault } from '@/lib/server/http/api/describe-plan-fault'
import { recordPlan } from '@/lib/server/http/api/record-plan'
import { defineAction } from '@/lib/server/http/define-action'
import { formOf } from '@/lib/server/http/params/form-of'
import { MOST_CHOSEN, PackedIds, PlanBody } from '@/lib/server/http/params/plan-params'
import { readPlanForm } from '@/lib/server/http/params/read-plan-form'
import { getCollector, getCommands } from '@/lib/server/workers/get-collector'
import { getExecutor } from '@/lib/server/workers/get-executor'
import type { MadePlan } from '@/lib/service/plan/make-plan'
import { failed, ok, type Result } from '@/lib/shared/result'

const PREVIEWS = { role: 'viewer', touchesHome: false } as const
const ACTS = { role: 'operator', touchesHome: true } as const

const id = z.string().min(1).max(200)
const ids = z.array(z.string().min(1).max(1_000)).max(MOST_CHOSEN)

/** A plan changes nothing, so a viewer may prepare one. */
const previewCleanup = defineAction(
  'preview cleanup',
  PREVIEWS,
  z.strictObject({ home: id, request: PlanBody }),
  (actor, { home, request }) => plan(home, request, actor),
)

/** Sessions archived in Hermes are normally left out, but one ticked by hand is included. */
const CHOSEN = { 'prune-sessions': { includeShelved: true }, 'close-leaked': {}, checkpoints: {} } as const

/** Plans exactly the rows ticked in a table. */
async function previewChosen(
  actor: Actor,
  home: string,
  action: keyof typeof CHOSEN,
  chosen: readonly string[],
): Promise<PlanId> {
  const request = PlanBody.parse({
    steps: [{ action, policy: { ids: chosen, olderThanDays: 0, ...CHOSEN[action] } }],
    disposition: 'trash',
  })
  return shown(await plan(home, request, actor))
}

const Packed = z.strictObject({ home: id, ids: PackedIds })

export const previewSessions = defineAction(
  'preview sessions',
  PREVIEWS,
  Packed,
  (actor, { home, ids: chosen }) => previewChosen(actor, home, 'prune-sessions', chosen),
)

/** Closes the leaked sessions among the ticked ones. */
export const previewClosing = defineAction(
  'preview closing',
  PREVIEWS,
  Packed,
  (actor, { home, ids: chosen }) => previewChosen(actor, home, 'close-leaked', chosen),
)

export const previewCheckpoints = defineAction(
  'preview checkpoints',
  PREVIEWS,
  z.strictObject({ home: id, checkpoints: ids }),
  (actor, { home, checkpoints }) => previewChosen(actor, home, 'checkpoints', checkpoints),
)

const previewFinding = defineAction(
  'preview finding',
  PREVIEWS,
  z.strictObject({ home: id, code: z.string().max(60) }),
  async (actor, { home, code }) => {
    const reply = await getCommands().command(home, 'plan-finding', {
      code,
      disposition: 'trash',
      by: actor.name,
    })
    return reply === null ? failed(NO_SUCH_HOME) : toPlanId(recordPlan(actor, reply.answer))
  },
)

/** Plans the same steps again for the current state of the home. */
export const planAgain = defineAction(
  'plan again',
  PREVIEWS,
  z.strictObject({
    planId: id,
    disposition: z.enum(DISPOSITIONS),
    without: z.array(z.int().min(0)).max(16).default([]),
  }),
  async (actor, { planId, disposition, without }) => {
    const reply = await getCollector().queryStore('plan', { id: planId })
    if (!reply.answer.ok)
      return failed({ code: reply.answer.fault.code, message: describePlanFault(reply.answer.fault) })
    const { homeId, steps, restores } = reply.answer.value
    if (restores !== null) return getExecutor().planRestore(restores, actor)
    const left = steps.filter((_, step) => !without.includes(step))
    return plan(homeId, { steps: left, disposition }, actor)
  },
)

export const approvePlan = defineAction(
  'approve plan',
  ACTS,
  z.strictObject({
    planId: id,
    digest: z.string().length(64),
    except: ids,
    consent: z.string().max(300).nullable(),
  }),
  async (actor, approval) => {
    const answer = await getExecutor().approve(approval, actor)
    // On a double click the second approval fails, but its run has started: show that one.
    if (!answer.ok && 'receiptId' in answer.fault && answer.fault.receiptId !== undefined)
      return ok({ receiptId: answer.fault.receiptId })
    return answer
  },
)

export const stopCleanup = defineAction(
  'stop cleanup',
  ACTS,
  z.strictObject({ receiptId: id }),
  async (actor, input) => ok({ stopped: await getExecutor().stop(input.receiptId, actor) }),
)

/** Deletes a run's trash or archive before it expires. Needs the same typed consent as deleting directly. */
export const purgeKept = defineAction(
  'purge',
  ACTS,
  z.strictObject({ receiptId: id, consent: z.string().max(300) }),
  (actor, input) => getExecutor().purge(input, actor),
)

/** Deletes what every run of a home moved to its trash. */
export const emptyTrash = defineAction(
  'empty trash',
  ACTS,
  z.strictObject({ home: id, consent: z.string().max(300) }),
  (actor, input) => getExecutor().emptyTrash(input, actor),
)

export const restoreReceipt = defineAction(
  'plan restore',
  PREVIEWS,
  z.strictObject({ receiptId: id }),
  async (actor, { receiptId }) => shown(await getExecutor().planRestore(receiptId, actor)),
)

/** The form on `/cleanup`. It works without JavaScript. */
export async function startCleanup(sent: FormData): Promise<void> {
  const form = formOf(sent)
  const home = String(form.get('home') ?? '')
  const answer = await previewCleanup({ home, request: readPlanForm(form) })
  redirect(answer.ok ? `/cleanup/${answer.value.planId}` : startHref(home, answer.fault.code))
}

export async function startFinding(sent: FormData): Promise<void> {
  const form = formOf(sent)
  const home = String(form.get('home') ?? '')
  const answer = await previewFinding({ home, code: String(form.get('code') ?? '') })
  redirect(answer.ok ? `/cleanup/${answer.value.planId}` : startHref(home, answer.fault.code))
}

const startHref = (home: string, message: string): string =>
  `/cleanup?${new URLSearchParams({ home, message })}`

type PlanId = Result<{ readonly planId: string }, { readonly code: string; readonly message: string }>

/** Opens the page of a new plan. */
function shown(answer: PlanId): PlanId {
  if (answer.ok) redirect(`/cleanup/${answer.value.planId}`)
  return answer
}

async function plan(home: string, request: PlanRequest, actor: Actor): Promise<PlanId> {
  if (request.steps.length === 0) return failed({ code: 'nothing-asked', message: NOTHING_SELECTED })
  const reply = await getCommands().command(home, 'make-plan', { request, by: actor.name })
  return reply === null ? failed(NO_SUCH_HOME) : toPlanId(recordPlan(actor, reply.answer))
}

function toPlanId(answer: MadePlan): PlanId {
  if (answer.ok) return ok({ planId: answer.value.plan.id })
  return failed({ code: answer.fault.code, message: describePlanFault(answer.fault) })
}
