'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { Actor } from '@/lib/domain/access/actor'
import type { WatchLimits } from '@/lib/domain/watch/limits/limits'
import { LimitsSchema } from '@/lib/domain/watch/limits/limits-schema'
import { defineAction } from '@/lib/server/http/define-action'
import { formOf } from '@/lib/server/http/params/form-of'
import { readLimitsForm } from '@/lib/server/http/params/read-limits-form'
import { getCommands } from '@/lib/server/workers/get-collector'
import { failed, ok } from '@/lib/shared/result'

/** Limits belong to Steward and touch no home. */
const LIMITS_ACTION = { role: 'operator', touchesHome: false } as const

const setLimits = defineAction('set limits', LIMITS_ACTION, LimitsSchema, (actor, limits) =>
  storeLimits(actor, limits),
)

const resetToDefaults = defineAction('forget limits', LIMITS_ACTION, z.strictObject({}), (actor) =>
  storeLimits(actor, null),
)

async function storeLimits({ name, role, address }: Actor, limits: WatchLimits | null) {
  const reply = await getCommands().commandStore('set-watch-limits', {
    limits,
    by: { name, role, address },
  })
  if (reply.answer) return ok({ saved: true })
  return failed({
    code: 'unavailable',
    message: 'Steward could not write its own records; the old limits hold.',
  })
}

/** The form on `/watch/limits`. It works without JavaScript. */
export async function saveLimits(sent: FormData): Promise<void> {
  const form = formOf(sent)
  const answer = await setLimits(readLimitsForm(form))
  redirect(limitsHref(form, answer.ok ? 'saved' : answer.fault.code))
}

export async function resetLimits(sent: FormData): Promise<void> {
  const answer = await resetToDefaults({})
  redirect(limitsHref(formOf(sent), answer.ok ? 'reset' : answer.fault.code))
}

const limitsHref = (form: FormData, message: string): string =>
  `/watch/limits?${new URLSearchParams({ home: String(form.get('home') ?? ''), message })}`
