import type { Finding } from '@/lib/domain/overview/overview'
import { formatBytes } from '@/lib/shared/numbers'
import { PreviewFinding } from './preview-finding'
import { PREPARED_PLANS } from './words'

type Props = {
  /** Only findings with an action of this page. */
  findings: readonly Finding[]
  homeId: string
  startFinding: (form: FormData) => Promise<void>
}

/** Findings of a page, each with a button that previews its plan. The plan may keep everything, with reasons. */
export function PreparedPlans({ findings, homeId, startFinding }: Props) {
  if (findings.length === 0) return null
  return (
    <section aria-label={PREPARED_PLANS} className="rounded-card border border-line bg-surface">
      <ul>
        {findings.map(({ code, title, detail, bytes, frees }) => (
          <li
            key={code}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-3 py-2.5 not-first:border-t md:px-4"
          >
            <p className="min-w-60 flex-1 text-pretty wrap-break-word">
              <b className="font-strong">{title}</b>
              {bytes > 0 && (
                <span className="text-text-2">
                  {' '}
                  {formatBytes(bytes)}
                  {frees === 'after-compaction' ? ' after compaction' : ' on disk'}
                </span>
              )}
              <span className="block text-support text-text-2">{detail}</span>
            </p>
            <PreviewFinding homeId={homeId} code={code} title={title} startFinding={startFinding} />
          </li>
        ))}
      </ul>
    </section>
  )
}
