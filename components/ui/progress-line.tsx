import type { ReactNode } from 'react'

export type ProgressStep = { readonly title: string; readonly share: number | null }

type Props = { steps: readonly ProgressStep[]; children?: ReactNode }

/**
 * Progress of background work. Its space below the header is reserved, so nothing moves when work starts or
 * ends.
 */
export function ProgressLine({ steps, children }: Props) {
  return (
    <div className="-my-2 flex h-4 items-center gap-x-4 overflow-hidden text-support whitespace-nowrap text-text-2 md:-my-3">
      {steps.map(({ title, share }) => (
        <div key={title.split(':')[0]} className="flex min-w-0 items-center gap-2">
          {share !== null && (
            <div
              role="progressbar"
              aria-label={title}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.floor(share * 100)}
              className="h-1.5 w-16 flex-none overflow-hidden rounded-[2px] bg-raised md:w-40"
            >
              <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
            </div>
          )}
          <p className="truncate">{title}</p>
        </div>
      ))}
      {steps.length > 0 && <div className="hidden min-w-0 truncate text-text-3 lg:block">{children}</div>}
    </div>
  )
}
