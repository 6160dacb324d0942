/**
 * Remembers which control has the focus; the returned function brings focus back there, or into the same row when the
 * control is gone.
 */
export function rememberFocus(control: HTMLElement): () => void {
  const row = control.closest('tr, li')
  return () => {
    const back =
      control.isConnected && control.matches(':enabled') ? control : row?.querySelector<HTMLElement>('button:enabled')
    back?.focus()
  }
}
