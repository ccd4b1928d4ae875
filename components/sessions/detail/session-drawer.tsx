'use client'

import X from 'lucide-react/icons/x'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { DataTable } from '@/components/charts/data-table'
import type { SessionPlans } from '@/components/sessions/selection/selection-bar'
import { SessionBadges } from '@/components/sessions/table/session-badges'
import { ageWords, costWords } from '@/components/sessions/table/words'
import { sessionHref } from '@/components/sessions/view-state'
import { conversationWords, freeWords } from '@/components/sessions/words'
import { LocalTime } from '@/components/ui/local-time'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine, sessionLabel } from '@/lib/domain/sessions/session-label'
import { formatBytes, formatCount, formatShort } from '@/lib/shared/numbers'
import { FileList } from './file-list'
import { LineageList } from './lineage-list'
import { PreviewSession } from './preview-session'
import { RateChart } from './rate-chart'
import { rateBars } from './rate-model'
import { RoleBar } from './role-bar'
import { roleSplitModel } from './role-model'
import type { OpenedSession } from './use-session-detail'
import { FOLDER_UNREAD, filesWords, lineageWords, RATE_NOTE } from './words'

type DrawerContext = {
  homeId: string
  /** The list beside it. */
  list: string
  plans: SessionPlans
  onOpen: (id: string) => void
}
type Props = DrawerContext & { opened: OpenedSession; onClose: () => void }

/** One session beside the list. Its page has the full details. */
export function SessionDrawer({ opened, onClose, ...around }: Props) {
  const { id, detail, trouble } = opened
  const label = detail === null ? null : sessionLabel(detail.session)
  return (
    <aside
      aria-label="Session detail"
      aria-busy={detail === null && trouble === null}
      className="session-drawer"
    >
      <header className="border-b border-line py-3 pr-3 pl-5">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-dialog font-semibold tracking-[-.01em] wrap-anywhere">
            <bdi>{label?.text ?? oneLine(id ?? '')}</bdi>
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text md:size-7"
          >
            <X size={16} strokeWidth={1.5} />
          </button>
        </div>
        <p className="font-mono text-support text-text-3 wrap-anywhere">{oneLine(id ?? '')}</p>
        {detail !== null && (
          <div className="mt-2">
            <SessionBadges detail={detail} />
          </div>
        )}
      </header>
      {trouble !== null && <p className="px-5 py-4 text-text-2">{trouble}</p>}
      {detail === null && trouble === null && <Skeleton />}
      {detail !== null && <Body detail={detail} {...around} />}
    </aside>
  )
}

function Body({ detail, homeId, list, plans, onOpen }: DrawerContext & { detail: SessionDetail }) {
  const { session, lineage, files } = detail
  const roles = roleSplitModel(detail.roles)
  const rate = rateBars(detail)
  const whole = conversationWords(detail)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Part>
          {whole !== null && <p className="mb-2 text-support text-text-2">{whole}</p>}
          <dl className="grid grid-cols-2 gap-x-6 gap-y-1 [&_dd]:text-right [&_div]:flex [&_div]:justify-between [&_div]:gap-2 [&_dt]:text-text-3">
            <Figure name="Started">
              {session.startedAt === null ? 'unknown' : <LocalTime iso={session.startedAt} show="day-time" />}
            </Figure>
            <Figure name="Messages">{formatCount(session.messages)}</Figure>
            <Figure name="Last active">{ageWords(session.lastActiveAt, detail.seenAt)}</Figure>
            <Figure name="Tool calls">{formatCount(session.toolCalls)}</Figure>
            <Figure name="Fresh input">{formatShort(session.inputTokens)}</Figure>
            <Figure name="Cache read">{formatShort(session.cacheReadTokens)}</Figure>
            <Figure name="Output">{formatShort(session.outputTokens)}</Figure>
            <Figure name="Cache write">{formatShort(session.cacheWriteTokens)}</Figure>
            <Figure name="Cost">{costWords(session.costUsd, session.costStatus)}</Figure>
            <Figure name="In state.db">
              {session.messageBytes === null ? 'unknown' : formatBytes(session.messageBytes)}
            </Figure>
          </dl>
        </Part>
        {roles !== null && (
          <Part title={roles.title} note={roles.total}>
            <RoleBar split={roles} withBytes={false} />
          </Part>
        )}
        {rate !== null && (
          <Part title={rate.title} note={RATE_NOTE}>
            <RateChart series={rate} height={40} />
            <details className="mt-1 text-support">
              <summary className="inline-flex h-10 items-center text-text-3 hover:text-text md:h-6">
                As a table
              </summary>
              <div className="max-h-60 overflow-y-auto">
                <DataTable {...rate.table} />
              </div>
            </details>
          </Part>
        )}
        {lineage !== null && (
          <Part title="Lineage" note={lineageWords(lineage)}>
            <LineageList lineage={lineage} homeId={homeId} list={list} onOpen={onOpen} />
          </Part>
        )}
        <Part
          title="Files"
          note={
            session.bytes === null || session.files === null
              ? 'unknown'
              : filesWords(session.files, session.bytes)
          }
        >
          {files === null ? (
            <p className="text-support text-text-3">{FOLDER_UNREAD}</p>
          ) : (
            <FileList
              files={{
                ...files,
                shown: files.shown.slice(0, 8),
                more: files.more + Math.max(0, files.shown.length - 8),
              }}
              withAges={false}
            />
          )}
        </Part>
      </div>
      <footer className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
        <Link
          href={sessionHref(session.id, homeId, list)}
          className="inline-flex h-10 flex-none items-center rounded-control border border-line-strong px-3 font-medium hover:bg-raised md:h-7 md:px-2.5"
        >
          Open
        </Link>
        <PreviewSession detail={detail} homeId={homeId} plans={plans} />
        <p className="min-w-48 flex-1 text-support text-text-2">{freeWords(detail)}</p>
      </footer>
    </>
  )
}

function Part({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-5 pt-3 pb-3.5">
      {title !== undefined && (
        <h3 className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 font-strong">
          {title}
          <span className="text-support font-normal text-text-3">{note}</span>
        </h3>
      )}
      {children}
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const SKELETON = ['w-2/3', 'w-full', 'w-5/6', 'w-1/2', 'w-3/4']

function Skeleton() {
  return (
    <div aria-hidden className="grid gap-3 px-5 py-4">
      {SKELETON.map((width) => (
        <span key={width} className={`block h-3 rounded-chip bg-line ${width}`} />
      ))}
    </div>
  )
}
