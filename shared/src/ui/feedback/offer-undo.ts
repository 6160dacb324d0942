import { logFailure } from '../../api/log-failure.ts'
import { useToast as toastOf } from './toast.ts'
import type { UndoOffer } from './show-undo.ts'

/** Says what was done, and offers for 10 s to take it back, by button or Ctrl+Z. */
export async function offerUndo(offer: UndoOffer): Promise<void> {
  try {
    await (await import('./show-undo.ts')).showUndo(offer)
  } catch (error) {
    logFailure('Offering Undo', error)
    toastOf().success(offer.title, offer.detail)
  }
}
