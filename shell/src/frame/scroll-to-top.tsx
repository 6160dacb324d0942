import { useSyncExternalStore } from 'react'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'

const appearsAfter = 600

// Where the page is scrolled to is looked at when it scrolls: asked for while drawing, it would have everything laid out first.
let isFar = false

function listen(changed: () => void) {
  const scrolled = () => {
    isFar = window.scrollY > appearsAfter
    changed()
  }
  window.addEventListener('scroll', scrolled, { passive: true })
  return () => window.removeEventListener('scroll', scrolled)
}

/** Appears after 600 px of scrolling (SPEC §9) and leads back to the top. */
export function ScrollToTop() {
  const say = useSay()
  const far = useSyncExternalStore(listen, () => isFar)
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
