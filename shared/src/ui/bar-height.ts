/**
 * A `ref` for bars at the end of the window. Tells in a CSS variable how high the highest of them is: what floats
 * stands above it.
 */
function barHeight(name: string) {
  const bars = new Map<HTMLElement, number>()
  const tell = () => {
    const root = document.documentElement
    if (bars.size > 0) return root.style.setProperty(name, `${Math.max(...bars.values())}px`)
    root.style.removeProperty(name)
    if (root.getAttribute('style') === '') root.removeAttribute('style')
  }
  return (bar: HTMLElement | null) => {
    if (!bar) return
    const sized = new ResizeObserver(() => {
      bars.set(bar, bar.offsetHeight)
      tell()
    })
    sized.observe(bar)
    return () => {
      sized.disconnect()
      bars.delete(bar)
      tell()
    }
  }
}

/** A bar within a screen, which stays at the end of the window. */
export const bottomBar = barHeight('--il-bottom-bar')

/** A bar of the shell, below everything else. */
export const banner = barHeight('--il-banner-height')
