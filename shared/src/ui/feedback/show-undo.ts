import { logFailure } from '../../api/log-failure.ts'
import { addMessages, messagesOf } from '../../i18n/messages.ts'
import { timeZoneInUse } from '../../session/preferences.ts'
import { onSessionEnd, session } from '../../session/session.ts'
import { formatDateTime } from '../../time/formats.ts'
import { failureReason, isConflict } from './failure-reason.ts'
import type { MeanwhileChange } from './failure-reason.ts'
import { feedback } from './feedback.tsx'
import { showNotice } from './notices.ts'
import { useToast as toastOf } from './toast.ts'
import english from './undo.en.json'

/** A change that was made and can be taken back. */
export type UndoOffer = {
  /** What was done, e.g. `Booking changed`, and to what. */
  title: string
  detail: string
  /** Said once it is taken back. */
  undone: string
  /** Whether the person means it; not asked without it. */
  confirm?: () => Promise<boolean>
  /**
   * Makes the change that takes it back, and reloads what shows it. Rejects with a conflict (`isConflict`) when
   * somebody changed it since.
   */
  undo: () => Promise<void>
}

/** The time stands still while the pointer or the focus is on it. */
const seconds = 10
addMessages('undo', english)
const t = messagesOf('undo')
const toast = toastOf()

const changedText = ({ by, at }: MeanwhileChange) =>
  by === null ? t('changed') : t('changedBy', { name: by, date: formatDateTime(at, timeZoneInUse()) })

/** Shows what was done with Undo beside it. What cannot be undone for a moment is offered again. */
export async function showUndo(offer: UndoOffer): Promise<void> {
  const { title, detail, confirm, undone } = offer
  await feedback()
  async function undo() {
    const { token } = session.getState()
    try {
      if (confirm && !(await confirm())) return void showUndo(offer)
      await offer.undo()
      toast.success(t('done'), undone)
    } catch (error) {
      logFailure('Undoing a change', error)
      toast.failure(t('failed'), failureReason(error, changedText), error)
      if (!isConflict(error) && session.getState().token === token) void showUndo(offer)
    }
  }
  const act = { label: t('undo'), run: () => void undo() }
  const close = showNotice({ kind: 'success', title, detail, seconds, act }, () => stop())
  const stop = onSessionEnd(close)
}
