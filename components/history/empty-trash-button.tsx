'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { BUTTON } from '@/components/ui/button-styles'
import { LocalTime } from '@/components/ui/local-time'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import { formatBytes } from '@/lib/shared/numbers'
import {
  EMPTY_TRASH,
  EMPTY_TRASH_HINT,
  EMPTY_TRASH_TITLE,
  EMPTY_TRASH_WARNING,
  EMPTYING_TRASH,
  keptInTrash,
  trashItems,
} from './words'

const TypedConsent = lazy(() =>
  import('@/components/ui/typed-consent').then((loaded) => ({ default: loaded.TypedConsent })),
)

type Kept = {
  readonly receiptId: string
  readonly name: string
  readonly startedAt: string
  readonly message: string
}

/** Permanently deletes what the runs of a home moved to its trash. Passed as a prop. */
export type EmptyTrashAction = (input: {
  home: string
  consent: string
}) => Promise<
  | { readonly ok: true; readonly value: { readonly kept: readonly Kept[] } }
  | { readonly ok: false; readonly fault: { readonly message: string } }
>

type Props = {
  home: { readonly id: string; readonly label: string; readonly shortPath: string }
  trash: { readonly receipts: number; readonly items: number; readonly bytes: number }
  mayNot: MayNot
  emptyTrash: EmptyTrashAction
}

/** Nothing if the trash is empty. */
export function EmptyTrashButton({ home, trash, mayNot, emptyTrash }: Props) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const [kept, setKept] = useState<readonly Kept[]>([])
  if (trash.receipts === 0) return null
  const empty = (consent: string) =>
    start(async () => {
      setAsking(false)
      const answer = await emptyTrash({ home: home.id, consent })
      setRefused(answer.ok ? null : answer.fault.message)
      setKept(answer.ok ? answer.value.kept : [])
      router.refresh()
    })
  return (
    <div className="grid gap-2">
      <button
        type="button"
        disabled={mayNot !== null || isPending}
        onClick={() => setAsking(true)}
        className={`${BUTTON} justify-self-start`}
      >
        {isPending ? EMPTYING_TRASH : EMPTY_TRASH}
      </button>
      <div role="status" className="text-support text-pretty text-warn-text empty:hidden">
        {mayNot === null ? refused : MAY_NOT_WORDS[mayNot]}
        {kept.length > 0 && (
          <>
            {keptInTrash(kept.length)}
            <ul>
              {kept.map(({ receiptId, name, startedAt, message }) => (
                <li key={receiptId}>
                  {name}, <LocalTime iso={startedAt} show="day-time" />: {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <TypedConsent
            title={EMPTY_TRASH_TITLE}
            description={EMPTY_TRASH_WARNING}
            facts={[
              ['Home', home.label],
              ['Path', home.shortPath],
              ['Deletes', trashItems(trash.items, trash.receipts)],
              ['Frees', `${formatBytes(trash.bytes)} now`],
            ]}
            items={trash.items}
            home={home.label}
            hint={EMPTY_TRASH_HINT}
            onClose={() => setAsking(false)}
            onConsent={empty}
          />
        </Suspense>
      )}
    </div>
  )
}
