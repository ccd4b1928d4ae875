import type { ReactNode } from 'react'
import { Brand } from './brand'

/** A page outside the shell, with one message. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,--spacing(114))] place-content-center p-6">
      <title>{`${title} · Hermes Steward`}</title>
      <div className="grid gap-3">
        <div className="-mx-2">
          <Brand />
        </div>
        <h1 className="text-dialog font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  )
}
