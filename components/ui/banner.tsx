import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

type Props = { level: 'warn' | 'info'; title: ReactNode; icon?: ReactNode; children?: ReactNode }

export function Banner({ level, title, icon, children }: Props) {
  const isWarning = level === 'warn'
  return (
    <div
      className={`flex gap-3 rounded-card border px-4 py-3 ${isWarning ? 'border-warn-line bg-warn-weak' : 'border-line bg-surface'}`}
    >
      <span className={`mt-0.5 flex-none ${isWarning ? 'text-warn' : 'text-text-2'}`} aria-hidden>
        {icon ??
          (isWarning ? <TriangleAlert size={16} strokeWidth={1.5} /> : <Info size={16} strokeWidth={1.5} />)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        <div className="text-text-2 wrap-break-word">{children}</div>
      </div>
    </div>
  )
}
