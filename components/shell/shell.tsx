import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { countOpen } from '@/components/watch/open-incidents'
import type { Role } from '@/lib/domain/access/actor'
import type { HomeRef } from '@/lib/domain/home/home'
import type { HomeRefusal } from '@/lib/domain/home/home-status'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { Brand } from './brand'
import { DocumentTitleBadge } from './incident-badge'
import { IncidentChip } from './incident-chip'
import { LiveRefresh } from './live-refresh'
import { CommandBar, type PaletteActions, type PreparedFinding } from './nav/command-bar'
import { HomePicker, type Pauses } from './nav/home-picker'
import type { NavCounts } from './nav/nav-counts'
import { NavDrawer } from './nav/nav-drawer'
import { NavFoot } from './nav/nav-foot'
import { type PageId, pageLabel, pagePath } from './nav/nav-items'
import { NavLinks } from './nav/nav-links'
import { PageArea } from './page-area'
import { QuarantineBanner, type RetryHome } from './quarantine-banner'
import { ReadOnlyBanner } from './read-only-banner'
import { RescanButton } from './rescan-button'
import { TemporaryDataBanner } from './temporary-data-banner'
import { ThemeSwitch } from './theme-switch'
import type { TemporaryDataInfo } from './words'

type Props = {
  current: PageId
  homes: readonly HomeRef[]
  home: HomeRef
  pauses: Pauses
  refusals: readonly HomeRefusal[]
  /** Null while Steward's data is in STEWARD_DATA. */
  temporaryData: TemporaryDataInfo | null
  seenAt: string
  version: string
  role: Role
  /** Open incidents only. */
  incidents: readonly Incident[]
  counts: NavCounts
  /** Findings with a prepared plan. */
  findings: readonly PreparedFinding[]
  /** For a page that updates itself: its tools and status replace the default ones. */
  live?: { readonly tools: ReactNode; readonly status: ReactNode } | undefined
  actions: ShellActions
  children: ReactNode
}

/** Passed as props, because components cannot import the server. */
type ShellActions = PaletteActions & {
  readonly signOutEverywhere: (input: unknown) => Promise<unknown>
  readonly retryHome: RetryHome
}

/** Pages of cards use any width. A table as wide as a 4K screen is hard to read. */
const FULL_WIDTH_PAGES: readonly PageId[] = ['overview', 'watch', 'storage']

/** Navigation and header around every page. */
export function Shell(props: Props) {
  const { current, homes, home, pauses, refusals, seenAt, version, role, incidents, counts, live, actions } =
    props
  const { signOutEverywhere, retryHome, ...commands } = actions
  const quarantine = refusals.find(({ code }) => code === 'home-quarantined')
  const seen = countOpen(incidents)
  const links = (
    <>
      <Brand />
      <div className="mt-3 hidden md:block">
        <HomePicker homes={homes} home={home} pauses={pauses} seenAt={seenAt} path={pagePath(current)} />
      </div>
      <div className="mt-2">
        <NavLinks current={current} homeId={home.id} incidents={seen} counts={counts} />
      </div>
      <NavFoot role={role} version={version} signOutEverywhere={signOutEverywhere} />
    </>
  )
  return (
    <div className="md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Main" className="sticky top-0 z-20 hidden h-dvh flex-col bg-nav p-3 md:flex">
        {links}
      </nav>
      <div className="flex min-h-dvh min-w-0 flex-col border-line md:border-l">
        <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-line bg-bg px-3 md:h-12 md:gap-3 md:px-6">
          <div className="contents md:hidden">
            <NavDrawer>{links}</NavDrawer>
            <div className="min-w-0 flex-1">
              <HomePicker
                homes={homes}
                home={home}
                pauses={pauses}
                seenAt={seenAt}
                path={pagePath(current)}
              />
            </div>
          </div>
          <p className="hidden font-strong md:block">{pageLabel(current)}</p>
          {live === undefined ? (
            <IncidentChip incidents={incidents} homeId={home.id} />
          ) : (
            <div className="hidden flex-1 items-center justify-end gap-1 lg:flex">{live.tools}</div>
          )}
          <CommandBar homes={homes} home={home} findings={props.findings} actions={commands} />
          {live === undefined ? (
            <>
              <p className="hidden text-support text-text-2 md:block">
                Seen <LocalTime iso={seenAt} show="time" />
              </p>
              <RescanButton homeId={home.id} countAgain={actions.countAgain} />
            </>
          ) : (
            <div className="hidden min-w-0 lg:block">{live.status}</div>
          )}
          <ThemeSwitch />
        </header>
        <TemporaryDataBanner info={props.temporaryData} />
        {quarantine === undefined ? (
          <ReadOnlyBanner refusals={refusals} />
        ) : (
          <QuarantineBanner message={quarantine.message} homeId={home.id} role={role} retryHome={retryHome} />
        )}
        {live === undefined && <LiveRefresh seenAt={seenAt} />}
        <DocumentTitleBadge seen={seen} />
        <PageArea homeId={home.id} isFullWidth={FULL_WIDTH_PAGES.includes(current)}>
          {props.children}
        </PageArea>
      </div>
    </div>
  )
}
