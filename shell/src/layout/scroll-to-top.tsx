import { useSyncExternalStore } from 'react'
import { Icon } from '@interline/shared/ui'
import { t } from '../messages.ts'
import * as styles from './layout.module.css'

const appearsAfter = 600

// The scroll position is read when the page scrolls, because reading it while drawing would force a layout.
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
  const far = useSyncExternalStore(listen, () => isFar)
  if (!far) return null
  const toTop = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className={styles.toTop} aria-label={t('scrollToTop')} onClick={toTop}>
      <Icon id="arrow-up" size={20} />
    </button>
  )
}
