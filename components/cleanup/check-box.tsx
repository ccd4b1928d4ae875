'use client'

import { useEffect, useRef } from 'react'

type Props = {
  state: 'all' | 'some' | 'none'
  label: string
  isDisabled?: boolean
  onChange: () => void
}

/** A checkbox with three states: all, some or none. */
export function CheckBox({ state, label, isDisabled = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      data-tick
      aria-label={label}
      checked={state !== 'none'}
      disabled={isDisabled}
      onChange={onChange}
      className="tick-box"
    />
  )
}
