import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import type { Pauses } from '@/components/shell/nav/home-picker'
import { navCounts } from '@/components/shell/nav/nav-counts'
import type { PageId } from '@/components/shell/nav/nav-items'
import { Shell } from '@/components/shell/shell'
import type { HomeRef } from '@/lib/domain/home/home'
import { requireActor } from '@/lib/server/http/require-actor'
import { readTemporaryData } from '@/lib/server/read-temporary-data'
import { shortPath } from '@/lib/server/short-path'
import { VERSION } from '@/lib/server/version'
import { getCollector } from '@/lib/server/workers/get-collector'
import { getWatchHub } from '@/lib/server/workers/get-watch-hub'
import { countAgain, recentReceipts, retryHome, signOutEverywhere } from './actions'
import { startFinding } from './cleanup/actions'

type Props = {
  current: PageId
  homeId: string | null
  /** For a page that updates itself. */
  live?: { readonly tools: ReactNode; readonly status: ReactNode }
  children: ReactNode
}

/** The shell around every dashboard page, with what it shows about the home. */
export async function PageFrame({ current, homeId, live, children }: Props) {
  const actor = await requireActor()
  const observed = await getCollector().observe(homeId)
  if (observed === null) notFound()
  const { home, status, overview, counted } = observed.answer
  return (
    <Shell
      current={current}
      homes={observed.homes.map(withShortPath)}
      home={withShortPath(home)}
      pauses={pausesOf(observed.homes)}
      refusals={status.refusals}
      temporaryData={readTemporaryData()}
      seenAt={overview.seenAt}
      version={VERSION}
      role={actor.role}
      incidents={getWatchHub().latest(home.id)?.incidents ?? []}
      counts={navCounts(overview, counted)}
      live={live}
      findings={overview.findings.flatMap(({ code, title, action }) =>
        action === null ? [] : [{ code, title }],
      )}
      actions={{ countAgain, signOutEverywhere, retryHome, recentReceipts, startFinding }}
    >
      {children}
    </Shell>
  )
}

/** By home, from the newest sample of each. */
const pausesOf = (homes: readonly HomeRef[]): Pauses =>
  Object.fromEntries(
    homes.flatMap(({ id }) => {
      const pause = getWatchHub().latest(id)?.hermesPause ?? null
      return pause === null ? [] : [[id, pause]]
    }),
  )

const withShortPath = (home: HomeRef): HomeRef => ({ ...home, path: shortPath(home.path) })
