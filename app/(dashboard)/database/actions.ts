'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import { defineAction } from '@/lib/server/http/define-action'
import { getCommands } from '@/lib/server/workers/get-collector'
import { failed, ok } from '@/lib/shared/result'

/** Measures again how many pages each database object takes. Reads only. */
export const countDatabase = defineAction(
  'count the database again',
  { role: 'viewer', touchesHome: false },
  z.strictObject({ home: z.string().max(200) }),
  async (_, { home }) => {
    if ((await getCommands().command(home, 'count-database', { count: 'again' })) === null)
      return failed(NO_SUCH_HOME)
    revalidatePath('/database')
    return ok({ home })
  },
)
