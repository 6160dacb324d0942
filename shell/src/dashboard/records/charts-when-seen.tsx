import { useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '@interline/shared/ui'

const Charts = lazyWithRetry(async () => (await import('../charts/charts.tsx')).Charts, { isFar: true })

/** The charts, whose library is large: loaded when one scrolls to them. */
export function ChartsWhenSeen() {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!place.current || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
      },
      // More than their heading: on a low window that is at the edge of the first screen.
      { rootMargin: '0px 0px -160px' },
    )
    // The room that is kept for the charts: who jumps to its end passes its first pixel by.
    observer.observe(place.current.parentElement ?? place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return <div ref={place}>{isSeen && <Charts />}</div>
}
