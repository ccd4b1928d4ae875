import HardDrive from 'lucide-react/icons/hard-drive'
import { type TemporaryDataInfo, temporaryDataWords } from './words'

/** Shown on every page while the disk of STEWARD_DATA is full and Steward's data is elsewhere. */
export function TemporaryDataBanner({ info }: { info: TemporaryDataInfo | null }) {
  if (info === null) return null
  return (
    <div role="status" className="flex gap-3 border-b border-warn-line bg-warn-weak px-4 py-2.5 md:px-6">
      <HardDrive size={16} strokeWidth={1.5} className="mt-0.5 flex-none text-warn" aria-hidden />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-strong">Disk full.</b>{' '}
        <span className="text-text-2">{temporaryDataWords(info)}</span>
      </p>
    </div>
  )
}
