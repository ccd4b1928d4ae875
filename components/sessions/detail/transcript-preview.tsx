import Link from 'next/link'
import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import type { TranscriptMessage, TranscriptPage } from '@/lib/domain/sessions/transcript'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import { TRANSCRIPT_ID, transcriptHref } from './transcript-state'
import { NO_MESSAGES, NO_TEXT, TIME_UNKNOWN, TRANSCRIPT_NOTE, transcriptPages, truncatedWords } from './words'

type Props = {
  id: string
  homeId: string
  list: string
  /** The page, or a sentence that says why there is none. */
  page: TranscriptPage | string
}

/** The session's messages, a few at a time, as plain text. */
export function TranscriptPreview({ id, homeId, list, page }: Props) {
  return (
    <section
      id={TRANSCRIPT_ID}
      aria-labelledby="transcript-title"
      className="scroll-mt-16 rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5 md:px-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="transcript-title" className="text-card font-strong">
            Transcript
          </h2>
          <p className="text-support text-text-3">{TRANSCRIPT_NOTE}</p>
        </div>
        {typeof page !== 'string' && (
          <PageLinks id={id} homeId={homeId} list={list} page={page} place="above" />
        )}
      </header>
      {typeof page === 'string' ? (
        <p className="px-4 py-6 text-text-2">{page}</p>
      ) : page.items.length === 0 ? (
        <p className="px-4 py-6 text-text-2">{NO_MESSAGES}</p>
      ) : (
        <ol>
          {page.items.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {typeof page !== 'string' && page.items.length > 4 && (
        <footer className="flex justify-end border-t border-line px-3 py-2 md:px-4">
          <PageLinks id={id} homeId={homeId} list={list} page={page} place="below" />
        </footer>
      )}
    </section>
  )
}

type PageLinksProps = {
  id: string
  homeId: string
  list: string
  page: TranscriptPage
  place: 'above' | 'below'
}

function PageLinks({ id, homeId, list, page, place }: PageLinksProps) {
  const { previousCursor, nextCursor } = page
  return (
    <nav aria-label={transcriptPages(place)} className="flex flex-wrap gap-1.5">
      <PageLink href={previousCursor && transcriptHref(id, homeId, 'start', list)}>First</PageLink>
      <PageLink href={previousCursor && transcriptHref(id, homeId, { at: previousCursor }, list)}>
        Older
      </PageLink>
      <PageLink href={nextCursor && transcriptHref(id, homeId, { at: nextCursor }, list)}>Newer</PageLink>
      <PageLink href={nextCursor && transcriptHref(id, homeId, 'end', list)}>Last</PageLink>
    </nav>
  )
}

function PageLink({ href, children }: { href: string | null; children: ReactNode }) {
  const style = 'inline-flex h-10 items-center rounded-control border px-3 md:h-7 md:px-2.5'
  if (href === null) return <span className={`${style} border-line text-text-3`}>{children}</span>
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      className={`${style} border-line-strong font-medium hover:bg-raised`}
    >
      {children}
    </Link>
  )
}

const STANDING_WORDS = { compacted: 'compacted away', rewound: 'rewound', shown: null } as const

function Message({ message }: { message: TranscriptMessage }) {
  const { role, at, tool, calls, bytes, text, truncated } = message
  const standing = STANDING_WORDS[message.standing]
  return (
    <li
      className={`border-b border-line px-3 py-2.5 last:border-b-0 md:px-4 ${standing === null ? '' : 'opacity-80'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-support text-text-2">
        <b className="font-strong text-text">
          <bdi>{role}</bdi>
        </b>
        {tool !== null && <bdi className="font-mono wrap-anywhere">{tool}</bdi>}
        {standing !== null && <span>{standing}</span>}
        <span className="ml-auto flex-none">
          {at === null ? TIME_UNKNOWN : <LocalTime iso={at} show="day-time" />}, {formatBytes(bytes)}
        </span>
      </p>
      {text !== '' && <Text message={message} />}
      {calls.length > 0 && (
        <p className="mt-1 text-support text-text-2">
          Calls {formatPlural(calls.length, 'tool')}:{' '}
          <bdi className="font-mono wrap-anywhere">{calls.join(', ')}</bdi>
        </p>
      )}
      {truncated && <p className="mt-1 text-support text-text-3">{truncatedWords(text.length, bytes)}</p>}
      {text === '' && calls.length === 0 && !truncated && (
        <p className="mt-1 text-support text-text-3">{NO_TEXT}</p>
      )}
    </li>
  )
}

function Text({ message: { id, role, text } }: { message: TranscriptMessage }) {
  const isScrolled = isLong(text)
  return (
    <section
      aria-label={isScrolled ? `Message ${id} by ${role}` : undefined}
      tabIndex={isScrolled ? 0 : undefined}
      className={isScrolled ? 'mt-1 max-h-80 overflow-auto' : 'mt-1'}
    >
      <pre dir="auto" className="font-mono text-support whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </section>
  )
}

/** Longer texts scroll in their box, which must then be reachable by keyboard. */
const isLong = (text: string): boolean => text.length > 1_000 || text.split('\n').length > 12
