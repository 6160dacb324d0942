let placeWithFocus: HTMLElement | null = null

/**
 * The `ref` of what goes while it has the focus, such as Retry while what failed is loaded again: the heading of its
 * dialog, region or screen has the focus meanwhile, then the first button of it if it comes again.
 */
export function holdFocus(state: HTMLElement | null) {
  const place = placeAround(state)
  if (place === placeWithFocus && place === document.activeElement) state?.querySelector('button')?.focus()
  return () => {
    if (!place || !state?.contains(document.activeElement)) return
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    placeWithFocus = place
  }
}

function placeAround(state: HTMLElement | null): HTMLElement | null {
  const around = state?.parentElement?.closest<HTMLElement>('[role=dialog], [role=region], section, main')
  const headings = around?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? []
  const other = [...headings].find((heading) => !state?.contains(heading))
  return other ?? around ?? document.querySelector('main')
}
