import type { ReactNode } from 'react'

type Props = { icon?: ReactNode; title: string; children?: ReactNode; minHeight?: number | undefined }

/** Says why there is nothing to show, in the space the content would take. */
export function EmptyState({ icon, title, children, minHeight }: Props) {
  return (
    <div
      className="grid place-content-center justify-items-center gap-2 px-4 py-4 text-center"
      style={{ minHeight }}
    >
      {icon !== undefined && (
        <span className="text-text-3" aria-hidden>
          {icon}
        </span>
      )}
      <p className="text-card font-strong">{title}</p>
      {children !== undefined && <p className="max-w-94 text-pretty text-text-2">{children}</p>}
    </div>
  )
}
