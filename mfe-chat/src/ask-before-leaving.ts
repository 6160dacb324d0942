import type { Outgoing } from './conversation.ts'
import { isUnsent } from './kept-outbox.ts'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** What was not sent is kept by this tab alone: closing it asks first, and so does Log Out. */
export function askBeforeLeaving(entries: readonly Outgoing[]): void {
  if (entries.some(isUnsent)) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}
