const enabledControl = 'button:enabled'

/**
 * Remembers which control has the focus. The returned function brings the focus back: to the control, into its row when
 * the control is gone, and to the same cell of the row that took its place when the row is gone.
 */
export function rememberFocus(control: HTMLElement): () => void {
  const row = control.closest('tr, li')
  const rows = row?.parentElement
  const place = row && rows ? [...rows.children].indexOf(row) : -1
  const cell = control.closest('td')
  const column = row && cell ? [...row.children].indexOf(cell) : -1
  return () => {
    if (control.isConnected && control.matches(':enabled')) return control.focus()
    if (row?.isConnected) return row.querySelector<HTMLElement>(enabledControl)?.focus()
    const next = rows?.children[Math.min(place, rows.children.length - 1)]
    const same = next?.children[column]?.querySelector<HTMLElement>(enabledControl)
    return (same ?? next?.querySelector<HTMLElement>(enabledControl))?.focus()
  }
}
