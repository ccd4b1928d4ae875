import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TokensPage } from '@/components/tokens/tokens-page'
import { parseTokensState } from '@/components/tokens/view-state'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Tokens' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function TokensRoute({ searchParams }: Props) {
  const state = parseTokensState(await searchParams)
  await requireActor()
  const reply = await getCollector().query(state.home, 'tokens', { days: state.range, by: state.by })
  if (reply === null) notFound()
  return (
    <PageFrame current="tokens" homeId={state.home}>
      <TokensPage view={reply.answer} state={state} homeId={state.home ?? reply.homes[0]?.id ?? ''} />
    </PageFrame>
  )
}
