import { useSyncExternalStore } from 'react'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'

const appearsAfter = 600

function listen(scrolled: () => void) {
  window.addEventListener('scroll', scrolled, { passive: true })
  return () => window.removeEventListener('scroll', scrolled)
}

/** Appears after 600 px of scrolling (SPEC §9) and leads back to the top. */
export function ScrollToTop() {
  const say = useSay()
  const far = useSyncExternalStore(listen, () => window.scrollY > appearsAfter)
  if (!far) return null
  const toTop = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className="il-to-top" aria-label={say('scrollToTop')} onClick={toTop}>
      <Icon id="arrow-up" size={20} />
    </button>
  )
}
