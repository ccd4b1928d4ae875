'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** The room it will take, so that nothing moves when it comes. */
  height: number
  /** Whatever must be there before it can be drawn. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** Begun a little before it is scrolled into sight. */
const ROOT_MARGIN = '64px 0px'

/** Draws what takes long only once somebody is about to see it; a phone shows the first of many. */
export function RenderWhenVisible({ height, load, children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    if (container.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // What cannot be loaded is for the boundary around the children to say, who load it again.
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

/** One after the other, with a frame between them: drawn together they would hold up whoever clicks meanwhile. */
function enqueueRender(draw: () => void): void {
  renderQueue = renderQueue.then(() => {
    draw()
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
