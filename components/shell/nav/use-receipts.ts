'use client'

import { useEffect, useState } from 'react'

export type ReceiptName = { readonly id: string; readonly name: string; readonly startedAt: string | null }

export type FetchReceipts = (input: {
  home: string
}) => Promise<
  | { readonly ok: true; readonly value: readonly ReceiptName[] }
  | { readonly ok: false; readonly fault: unknown }
>

/** The home's latest runs, fetched when the palette opens. */
export function useReceipts(homeId: string, fetchReceipts: FetchReceipts): readonly ReceiptName[] {
  const [receipts, setReceipts] = useState<readonly ReceiptName[]>([])
  useEffect(() => {
    let isUnmounted = false
    fetchReceipts({ home: homeId }).then(
      (answer) => {
        if (!isUnmounted && answer.ok) setReceipts(answer.value)
      },
      // The palette works without receipts, and the page reports a lost server.
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [homeId, fetchReceipts])
  return receipts
}
