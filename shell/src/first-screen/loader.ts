import './loader.css'

const longestWait = 3000
const fade = 240

let hideNow: (() => void) | undefined
let isDrawn = false
let resolveFirstScreen: () => void = () => undefined

/** Resolves when the first screen of this page is drawn. */
export const firstScreen = new Promise<void>((resolve) => {
  resolveFirstScreen = resolve
})

/** Whether the screen that this page was opened with is drawn, or what stands in its place. */
export const isFirstScreenDrawn = () => isDrawn

/**
 * Announces that the first screen is drawn; with `LOADER_MS=0` that ends the full-page loader. For a layout effect: the
 * frame after it is the first to be seen.
 */
export function announceFirstScreen(): void {
  isDrawn = true
  resolveFirstScreen()
  hideNow?.()
}

/**
 * Hides the full-page loader so many milliseconds after the page began to load (SPEC §2, §9); with 0 as soon as the
 * first screen is drawn, and no later than after 3 s. It leaves the document, so that nothing announces it for ever.
 */
export function hideLoader(loaderMs: number): void {
  const loader = document.getElementById('loader')
  if (!loader) return
  const hide = () => {
    clearTimeout(timer)
    hideNow = undefined
    // At once, so that the first frame of the screen is one that is seen.
    if (loaderMs === 0) return loader.remove()
    loader.dataset.leaving = ''
    setTimeout(() => loader.remove(), fade)
  }
  const timer = setTimeout(hide, Math.max(0, (loaderMs || longestWait) - performance.now()))
  if (loaderMs === 0) hideNow = hide
}
