import type { ReactNode } from 'react'
import type { Action } from '@/lib/domain/plan/action'
import { ACTION_WORDS } from '@/lib/domain/plan/words'
import { visibleText } from '@/lib/shared/visible-text'

/** One action: its checkbox, description and policy. Plain fields, so that it works without scripts. */
export function ActionFields({
  action,
  isTicked,
  children,
}: {
  action: Action
  isTicked: boolean
  children?: ReactNode
}) {
  const { name, detail } = ACTION_WORDS[action]
  return (
    <fieldset className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-t border-line px-4 py-3 has-[>label>input:checked]:bg-inset lg:grid-cols-[1rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <legend className="sr-only">{name}</legend>
      <label className="contents">
        <input type="checkbox" name={action} defaultChecked={isTicked} className="tick-box mt-0.5" />
        <span className="min-w-0">
          <b className="font-strong">{name}</b>
          <span className="block text-support text-pretty text-text-2">{detail}</span>
        </span>
      </label>
      <div className="col-start-2 mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 lg:col-start-3 lg:mt-0">
        {children}
      </div>
    </fieldset>
  )
}

type NumberProps = {
  name: string
  before: string
  after: string
  value: number | null
  isOptional?: boolean
}

export function NumberField({ name, before, after, value, isOptional = false }: NumberProps) {
  return (
    <label className="inline-flex items-center gap-2 sm:whitespace-nowrap text-text-2">
      {before}
      <input
        type="number"
        name={name}
        min={0}
        max={36_500}
        step="any"
        required={!isOptional}
        defaultValue={value ?? undefined}
        placeholder={isOptional ? 'any' : undefined}
        className="h-10 w-20 rounded-control border border-line-strong bg-inset px-2 text-right text-text placeholder:text-text-3 md:h-7"
      />
      {after}
    </label>
  )
}

type TickProps = { name: string; value?: string; label: string; isTicked: boolean }

export function TickField({ name, value, label, isTicked }: TickProps) {
  return (
    <label className="inline-flex min-h-10 items-center gap-2 text-text-2 md:min-h-7">
      <input type="checkbox" name={name} value={value} defaultChecked={isTicked} className="tick-box" />
      {label}
    </label>
  )
}

type ManyProps = {
  name: string
  title: string
  options: readonly { readonly value: string; readonly label: string }[]
  chosen: readonly string[] | null
}

/** None ticked means all of them. */
export function ManyField({ name, title, options, chosen }: ManyProps) {
  if (options.length === 0) return null
  return (
    <details className="basis-full" open={chosen !== null}>
      <summary className="inline-flex min-h-10 items-center text-accent-text md:min-h-6">{title}</summary>
      <div className="mt-1 flex max-h-48 flex-wrap gap-x-4 overflow-auto">
        {options.map(({ value, label }) => (
          <TickField
            key={value}
            name={name}
            value={value}
            label={visibleText(label)}
            isTicked={chosen?.includes(value) ?? false}
          />
        ))}
      </div>
    </details>
  )
}
