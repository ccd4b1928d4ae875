'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** Reserved height, so that nothing moves when the chart appears. */
  height: number
  /** Loads what the children need. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** Starts shortly before the chart scrolls into view. */
const ROOT_MARGIN = '64px 0px'

/** Renders expensive children only when they are about to be visible; a phone shows the first of many. */
export function RenderWhenVisible({ height, load, children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    if (container.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // A failed load is reported by the boundary around the children, which load again.
        const loaded = load().catch(() => undefined)
        void loaded.then(() => enqueueRender(() => setIsVisible(true)))
      },
      { rootMargin: ROOT_MARGIN },
    )
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [load])
  return (
    <div ref={container} data-when-seen style={{ minHeight: height }}>
      {isVisible && children}
    </div>
  )
}

let renderQueue: Promise<void> = Promise.resolve()

/** Renders one chart per frame: rendering them together would block clicks. */
function enqueueRender(draw: () => void): void {
  renderQueue = renderQueue.then(() => {
    draw()
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
