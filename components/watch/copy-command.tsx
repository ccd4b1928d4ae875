'use client'

import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { visibleName } from '@/lib/shared/visible-name'

const COPIED_FOR_MS = 2_000

/** A shell command. It wraps, so that all of it can be read. */
export function CopyCommand({ command, wall }: { command: string; wall: boolean }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command)
      setCopied(true)
      setTimeout(() => setCopied(false), COPIED_FOR_MS)
    } catch {
      // The clipboard is blocked at this address. The text can still be selected.
      setCopied(false)
    }
  }
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-inset py-0.5 pr-0.5 pl-2.5">
      <code className="min-w-0 flex-1 py-1 font-mono text-support wrap-anywhere select-all">
        {visibleName(command)}
      </code>
      {!wall && (
        <button
          type="button"
          aria-label={isCopied ? 'Copied' : 'Copy command'}
          onClick={copy}
          className="inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text md:size-7"
        >
          {isCopied ? (
            <Check size={14} strokeWidth={1.5} aria-hidden />
          ) : (
            <Copy size={14} strokeWidth={1.5} aria-hidden />
          )}
        </button>
      )}
    </div>
  )
}
