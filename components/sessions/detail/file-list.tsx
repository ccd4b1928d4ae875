import File from 'lucide-react/icons/file'
import { QuantityText } from '@/components/ui/quantity'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import { LARGE_FILE_BYTES } from '@/lib/domain/sessions/session'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { bytesQuantity, formatCount } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { NO_FILES } from './words'

type Props = { files: NonNullable<SessionDetail['files']>; withAges: boolean }

const KINDS: ReadonlyMap<string, string> = new Map([
  ['transcript', 'transcript'],
  ['request-dump', 'request dump'],
])

/** The session's files in sessions/, largest first. */
export function FileList({ files, withAges }: Props) {
  if (files.shown.length === 0) return <p className="text-support text-text-3">{NO_FILES}</p>
  return (
    <ul className="text-support">
      {files.shown.map(({ name, kind, bytes, apparentBytes, ageMs, cutShort }) => (
        <li key={name} className="flex min-h-6 items-center gap-2">
          <File size={14} strokeWidth={1.5} aria-hidden className="flex-none text-text-3" />
          <span className="flex min-w-0 flex-1 font-mono">
            <TruncateMiddle text={oneLine(name)} />
          </span>
          {cutShort && <span className="flex-none text-warn-text">cut short</span>}
          {withAges && (
            <span className="hidden flex-none text-text-3 md:inline">
              {KINDS.get(kind) ?? kind}, {formatAge(ageMs)} old
            </span>
          )}
          <span
            className={`w-16 flex-none text-right ${apparentBytes > LARGE_FILE_BYTES ? 'text-warn-text' : ''}`}
          >
            <QuantityText {...bytesQuantity(bytes)} />
          </span>
        </li>
      ))}
      {files.more > 0 && <li className="text-text-3">{formatCount(files.more)} more</li>}
    </ul>
  )
}
