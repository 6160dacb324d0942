import type { Location } from '@interline/shared/router'
import type { MountedScreen } from './mounted-screens.ts'

type Left = {
  location: Location
  /** How far the page was scrolled. */
  top: number
  inside: { element: Element; top: number; left: number }[]
}

const leftAt = new WeakMap<HTMLElement, Left>()
const focusIn = new WeakMap<HTMLElement, HTMLElement>()
const scrolledIn = new WeakMap<HTMLElement, Set<Element>>()

/** Follows which control of the screen has the focus, and what inside of it is scrolled. */
export function watchContainer(container: HTMLElement): void {
  if (scrolledIn.has(container)) return
  const scrolled = new Set<Element>()
  scrolledIn.set(container, scrolled)
  container.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && focusIn.set(container, target))
  const onScroll = ({ target }: Event) => void (target instanceof Element && scrolled.add(target))
  container.addEventListener('scroll', onScroll, { capture: true, passive: true })
}

/** Notes where the reader is in the screen, before anything of the page changes. */
export function noteWhereLeft({ container, location }: MountedScreen): void {
  const scrolled = [...(scrolledIn.get(container) ?? [])].filter((element) => container.contains(element))
  const inside = scrolled.map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }))
  leftAt.set(container, { location, top: window.scrollY, inside })
}

/** Scrolls to where the screen was left; to its top when it is new, or at another address now. */
export function scrollToWhereLeft({ container, location }: MountedScreen): void {
  const left = leftAt.get(container)
  if (left?.location !== location) return window.scrollTo(0, 0)
  for (const { element, top, left: x } of left.inside) element.scrollTo?.(x, top)
  window.scrollTo(0, left.top)
}

/** The control of the screen that had the focus last. */
export const lastFocus = ({ container }: MountedScreen): HTMLElement | undefined => focusIn.get(container)
