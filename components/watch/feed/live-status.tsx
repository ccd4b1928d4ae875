'use client'

import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { connectionStatus } from '@/components/watch/words'
import { useFeed, useNow } from './feed-context'

/** The age of what is shown, updated every second. */
export function LiveStatus() {
  const feed = useFeed()
  const { tone, text } = connectionStatus(feed, useNow())
  return (
    <p
      data-live={tone}
      data-sampled-ms={feed.state?.seenMs}
      className={`flex min-w-0 items-center gap-1.5 text-support ${tone === 'lost' ? 'text-warn-text' : 'text-text-2'}`}
    >
      {tone === 'lost' ? (
        <TriangleAlert size={14} strokeWidth={1.5} className="flex-none" aria-hidden />
      ) : (
        <span
          aria-hidden
          className={`size-1.5 flex-none rounded-full ${tone === 'live' ? 'bg-accent' : 'bg-ghost'}`}
        />
      )}
      <span className="min-w-0 md:min-w-24">{text}</span>
    </p>
  )
}
