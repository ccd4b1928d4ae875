'use client'

import { useCallback, useEffect, useMemo, useState } from 'react'
import { carriedWords, GROUP_UNREAD, RELATIVES_UNREAD, relativesWords } from '@/components/cleanup/words'
import type { PlanItem } from '@/lib/domain/plan/plan'
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'
import { type FetchPage, groupSource, type ItemPages } from './item-pages'
import { recallUnticked, rememberUnticked } from './unticked-memory'

export type Unticked = {
  readonly items: ReadonlyMap<string, PlanItem>
  readonly toggle: (item: PlanItem) => Promise<void>
  readonly setGroup: (group: PlanGroup, isTicked: boolean) => Promise<void>
  readonly tickAll: () => void
  /** Side effects of the last tick, in words. Empty if there were none. */
  readonly message: string
  /** Key of the group whose items are all being loaded. */
  readonly busyGroup: string | null
}

/** Items the user keeps although the plan would remove them. Families are ticked and unticked together. */
export function useUnticked(
  planId: string,
  pages: ItemPages,
  fetchPage: FetchPage,
  earlierPlanId: string | null,
): Unticked {
  const [items, setItems] = useState<ReadonlyMap<string, PlanItem>>(NONE)
  const [message, setMessage] = useState('')
  const [busyGroup, setBusyGroup] = useState<string | null>(null)

  const change = useCallback(
    (changed: readonly PlanItem[], isTicked: boolean) =>
      setItems((before) => {
        const after = new Map(before)
        for (const item of changed) {
          if (isTicked) after.delete(item.id)
          else after.set(item.id, item)
        }
        rememberUnticked(planId, [...after.values()])
        return after
      }),
    [planId],
  )

  useEffect(() => {
    const kept = recallUnticked(planId)
    if (kept.length > 0) change(kept, false)
    else if (earlierPlanId !== null) {
      const keys = new Set(recallUnticked(earlierPlanId).map(({ key }) => key))
      findByKey(fetchPage, keys).then((found) => {
        change(found, false)
        if (keys.size > 0) setMessage(carriedWords(keys.size, found.length))
      })
    }
  }, [planId, earlierPlanId, fetchPage, change])

  const toggle = useCallback(
    async (item: PlanItem) => {
      const isTicked = items.has(item.id)
      const relatives = await relativesOf(item, fetchPage)
      if (relatives === null) return setMessage(RELATIVES_UNREAD)
      setMessage(relatives.length > 1 ? relativesWords(relatives.length, isTicked) : '')
      change(relatives, isTicked)
    },
    [items, fetchPage, change],
  )

  const setGroup = useCallback(
    async (group: PlanGroup, isTicked: boolean) => {
      setBusyGroup(group.key)
      const all = await pages.all(groupSource(group))
      setBusyGroup(null)
      if (all === null) return setMessage(GROUP_UNREAD)
      setMessage('')
      change(all, isTicked)
    },
    [pages, change],
  )

  const tickAll = useCallback(() => {
    setMessage('')
    change([...items.values()], true)
  }, [items, change])

  return useMemo(
    () => ({ items, toggle, setGroup, tickAll, message, busyGroup }),
    [items, toggle, setGroup, tickAll, message, busyGroup],
  )
}

const NONE: ReadonlyMap<string, PlanItem> = new Map()
const MAX_RELATIVES = '1000'

async function relativesOf(item: PlanItem, fetchPage: FetchPage): Promise<readonly PlanItem[] | null> {
  if (item.together === null) return [item]
  const answer = await fetchPage({ verdict: 'act', together: item.together, limit: MAX_RELATIVES })
  return answer?.items ?? null
}

/** The same items in another plan, where their ids differ. */
async function findByKey(fetchPage: FetchPage, keys: ReadonlySet<string>): Promise<readonly PlanItem[]> {
  const found: PlanItem[] = []
  let cursor: string | null = null
  while (found.length < keys.size) {
    const answer: Awaited<ReturnType<FetchPage>> = await fetchPage({
      verdict: 'act',
      limit: '1000',
      ...(cursor === null ? {} : { cursor }),
    })
    if (answer === null) break
    found.push(...answer.items.filter(({ key }) => keys.has(key)))
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return found
}
