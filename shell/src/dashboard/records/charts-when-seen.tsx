import { useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '@interline/shared/ui'

const Charts = lazyWithRetry(async () => (await import('../charts/charts.tsx')).Charts)

/** The charts, whose library is large: loaded when one scrolls to them. */
export function ChartsWhenSeen() {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!place.current || isSeen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  // A pixel to be seen: the room for the charts is kept around it.
  return <div ref={place}>{isSeen ? <Charts /> : <div style={{ height: 1 }} />}</div>
}
