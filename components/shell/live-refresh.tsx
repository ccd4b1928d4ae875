'use client'

import Radio from 'lucide-react/icons/radio'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Banner } from '@/components/ui/banner'
import { LocalTime } from '@/components/ui/local-time'
import { connectionLost } from './words'

const EVERY_MS = 10_000

/**
 * Refreshes the page while it is visible. It checks the server first, because refreshing against a stopped
 * server would lose the page.
 */
export function LiveRefresh({ seenAt }: { seenAt: string }) {
  const router = useRouter()
  const [isLost, setLost] = useState(false)

  useEffect(() => {
    let isChecking = false
    const refresh = async () => {
      if (document.visibilityState !== 'visible' || isChecking) return
      isChecking = true
      const isUp = await isServerUp()
      isChecking = false
      setLost(!isUp)
      if (isUp) router.refresh()
    }
    const timer = setInterval(refresh, EVERY_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router])

  return (
    <div role="status">
      {isLost && (
        <div className="px-4 pt-4 md:px-6">
          <Banner level="info" title="Live picture lost" icon={<Radio size={16} strokeWidth={1.5} />}>
            {connectionLost(EVERY_MS / 1000)} <LocalTime iso={seenAt} show="time" />.
          </Banner>
        </div>
      )}
    </div>
  )
}

async function isServerUp(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(EVERY_MS / 2),
    })
    return answer.status < 500
  } catch {
    // No answer means the server is down.
    return false
  }
}
