import { logFailure } from '../../api/log-failure.ts'
import { useToast as toastOf } from './toast.ts'

/** A change that was made and can be taken back. */
export type UndoOffer = {
  /** What was done, e.g. `Booking changed`, and to what. */
  title: string
  detail: string
  /** Said once it is taken back. */
  undone: string
  /**
   * Makes the change that takes it back, and reloads what shows it. Rejects with a conflict (`isConflict`) when
   * somebody changed it since.
   */
  undo: () => Promise<void>
}

/** Says what was done, and offers for 10 s to take it back, by button or Ctrl+Z. */
export async function offerUndo(offer: UndoOffer): Promise<void> {
  try {
    await (await import('./undo-toast.tsx')).showUndo(offer)
  } catch (error) {
    logFailure('Offering Undo', error)
    toastOf().success(offer.title, offer.detail)
  }
}
