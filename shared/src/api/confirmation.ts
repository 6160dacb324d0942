/** Asks the administrator to show that it is them; resolves with whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asked: Promise<boolean> | undefined

/** Says how an administrator is asked; the shell does, once. */
export function onConfirmationNeeded(how: Ask): void {
  ask = how
}

/** Asks, once for all calls that need it at the same time. False where nobody can be asked. */
export function confirmIdentity(): Promise<boolean> {
  if (!ask) return Promise.resolve(false)
  asked ??= ask().finally(() => (asked = undefined))
  return asked
}
