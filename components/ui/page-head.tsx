import type { ReactNode } from 'react'

type Props = { title: string; subtitle?: ReactNode; tools?: ReactNode }

export function PageHead({ title, subtitle, tools }: Props) {
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-title font-semibold tracking-[-.01em] text-pretty wrap-break-word">{title}</h1>
        {subtitle !== undefined && <p className="mt-0.5 text-pretty text-text-2">{subtitle}</p>}
      </div>
      {tools !== undefined && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
    </header>
  )
}
