'use server'

import { z } from 'zod'
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import { defineAction } from '@/lib/server/http/define-action'
import { getCommands } from '@/lib/server/workers/get-collector'
import { failed, ok } from '@/lib/shared/result'

/**
 * Stops Steward's reads while someone repairs a home. It writes nothing to the home, so read-only mode allows
 * it.
 */
export const pauseReads = defineAction(
  'pause reads',
  { role: 'operator', touchesHome: false },
  z.strictObject({ home: z.string().min(1).max(200), paused: z.boolean() }),
  async ({ name, role, address }, { home, paused }) => {
    const by = { name, role, address }
    if ((await getCommands().command(home, 'pause-reads', { paused, by })) === null)
      return failed(NO_SUCH_HOME)
    return ok({ paused })
  },
)
