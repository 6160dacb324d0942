const address = '/svg/sprite.svg'
let isInPage = false

/** What the `use` of an icon points at. */
export const hrefOf = (id: string): string => (isInPage ? `#${address}#${id}` : `${address}#${id}`)

/**
 * Puts the sprite's symbols into the page, each under its address. An icon that points into another file is asked for and drawn, then dropped
 * and drawn anew when the browser has told it that the file is there (decision 024).
 */
export async function bringSprite(): Promise<void> {
  if (isInPage) return
  const answer = await fetch(address)
  const sprite = answer.ok && new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement
  // What came is no sprite, or another copy of this module was here before.
  if (!(sprite instanceof SVGSVGElement) || document.getElementById(`${address}#refresh`)) return
  const symbols = [...sprite.querySelectorAll('symbol')]
  for (const symbol of symbols) symbol.id = `${address}#${symbol.id}`
  sprite.replaceChildren(...symbols)
  sprite.style.display = 'none'
  document.body.append(sprite)
  isInPage = true
}

/** Does that once the browser has nothing better to do. Without it icons are what they were. Returns how to take it back. */
export function bringSpriteWhenIdle(): () => void {
  const bring = () => void bringSprite().catch(() => undefined)
  // Safari knows no idle moments.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(bring, 2000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(bring)
  return () => window.cancelIdleCallback(handle)
}
