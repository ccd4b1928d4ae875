import GitCommitVertical from 'lucide-react/icons/git-commit-vertical'
import { Notice } from '@/components/ui/notice'
import type { GitProgress as Progress } from '@/lib/domain/checkpoint-list'
import { formatCount } from '@/lib/shared/numbers'
import { RefreshSoon } from './refresh-soon'

/** Git is asked one repository after the other; what it has not told yet is said to be measured. */
export function GitProgress({ running, done, total }: Progress) {
  if (!running || total === 0) return null
  const title = `Asking git: ${formatCount(done)} of ${formatCount(total)} told`
  return (
    <Notice level="info" title={title} icon={<GitCommitVertical size={16} strokeWidth={1.5} />}>
      <p>One repository after the other, at low priority. The figures appear here by themselves.</p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mt-2 h-2 w-80 max-w-full overflow-hidden rounded-[2px] bg-raised"
      >
        <div className="h-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
      </div>
      <RefreshSoon />
    </Notice>
  )
}
