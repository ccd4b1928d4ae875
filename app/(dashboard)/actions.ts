'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { NO_SUCH_HOME, NOT_QUARANTINED } from '@/lib/domain/home/words'
import { planName } from '@/lib/domain/plan/words'
import { defineAction } from '@/lib/server/http/define-action'
import { sharedGuard } from '@/lib/server/http/guard/shared-guard'
import { getCollector, getCommands } from '@/lib/server/workers/get-collector'
import { failed, ok, type Result } from '@/lib/shared/result'
import { toIso } from '@/lib/shared/time'

const OneHome = z.strictObject({ home: z.string().max(200) })

/** Rescans every file, even if its signature did not change. Reads only. */
export const countAgain = defineAction(
  'count again',
  { role: 'viewer', touchesHome: false },
  OneHome,
  async (_, { home }) => {
    if ((await getCommands().command(home, 'count-again', null)) === null) return failed(NO_SUCH_HOME)
    revalidatePath('/', 'layout')
    return ok({ home })
  },
)

const NOT_MOVED = { code: 'not-moved', message: 'This home no longer looks moved. Reload the page.' } as const

type HomeRefused = { readonly code: string; readonly message: string }

/** Takes over the records of a home that was moved. Changes nothing in the home. */
export const adoptHome = defineAction(
  'adopt home',
  { role: 'operator', touchesHome: false },
  z.strictObject({ home: z.string().max(200), from: z.string().max(4_096) }),
  async ({ name, role, address }, { home, from }): Promise<Result<{ home: string }, HomeRefused>> => {
    const reply = await getCommands().command(home, 'adopt-home', { from, by: { name, role, address } })
    if (reply === null) return failed(NO_SUCH_HOME)
    if (!reply.answer) return failed(NOT_MOVED)
    revalidatePath('/', 'layout')
    return ok({ home })
  },
)

/** Reads a quarantined home again. Changes nothing in it. */
export const retryHome = defineAction(
  'retry home',
  { role: 'operator', touchesHome: false },
  OneHome,
  async ({ name, role, address }, { home }): Promise<Result<{ home: string }, HomeRefused>> => {
    const isRetried = await getCommands().retryHome(home, { name, role, address })
    if (isRetried === null) return failed(NO_SUCH_HOME)
    if (!isRetried) return failed(NOT_QUARANTINED)
    revalidatePath('/', 'layout')
    return ok({ home })
  },
)

const MAX_RECEIPTS = 8

/** The latest runs, for the command palette. */
export const recentReceipts = defineAction(
  'name receipts',
  { role: 'viewer', touchesHome: false },
  OneHome,
  async (_, { home }) => {
    const reply = await getCollector().query(home, 'recent', null)
    const receipts = reply?.answer.ok ? reply.answer.value.receipts : []
    return ok(
      receipts.slice(0, MAX_RECEIPTS).map(({ id, steps, startedAtMs }) => ({
        id,
        name: planName({ steps }),
        startedAt: toIso(startedAtMs),
      })),
    )
  },
)

export const signOutEverywhere = defineAction(
  'sign out everywhere',
  { role: 'operator', touchesHome: false },
  z.strictObject({}),
  async (actor) => {
    const guard = sharedGuard.get()
    const ended = guard?.signIns.signOutEverywhere() ?? 0
    guard?.recorder.record({
      atMs: Date.now(),
      event: 'signed-out-everywhere',
      actor: actor.name,
      role: actor.role,
      address: actor.address,
      detail: `${ended} sign-ins ended`,
    })
    return ok({ ended })
  },
)
