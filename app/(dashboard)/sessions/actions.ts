'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { COLUMNS_COOKIE, columnsText, parseColumns } from '@/components/sessions/table/columns'
import { defineAction } from '@/lib/server/http/define-action'
import { ok } from '@/lib/shared/result'

const A_YEAR_SECONDS = 31_536_000

/** Saves the visible columns in a cookie, because the server renders the first rows. */
export const rememberColumns = defineAction(
  'remember columns',
  { role: 'viewer', touchesHome: false },
  z.strictObject({ columns: z.array(z.string().max(40)).max(40) }),
  async (_, { columns }) => {
    const known = parseColumns(columns.join('.') || undefined)
    const value = columnsText(columns.length === 0 ? [] : known)
    const jar = await cookies()
    jar.set(COLUMNS_COOKIE, value, {
      path: '/sessions',
      maxAge: A_YEAR_SECONDS,
      sameSite: 'lax',
      httpOnly: true,
    })
    return ok({ columns: value })
  },
)
