import { isStale } from '../../api/api-error.ts'
import { makeChange } from '../../api/change.ts'
import type { Resource } from '../../api/query-client.ts'
import { messages } from '../../i18n/messages.ts'
import { timeZoneInUse } from '../../session/preferences.ts'
import { onSessionEnd, session } from '../../session/session.ts'
import { formatDateTime } from '../../time/formats.ts'
import { failureReason } from './failure-reason.ts'
import type { MeanwhileChange } from './failure-reason.ts'
import { feedback } from './feedback.tsx'
import { showNotice } from './notices.ts'
import { useToast as toastOf } from './toast.ts'
import english from './undo.en.json'

/** A change that was made and can be taken back. */
export type UndoOffer = {
  /** The act in words, e.g. `Booking changed`, and its subject. */
  title: string
  detail: string
  /** Said once it is taken back. */
  undone: string
  /** Whether the person means it; not asked without it. */
  confirm?: () => Promise<boolean>
  /** Makes the change that takes it back; rejects with a conflict (`isConflict`) when somebody changed it since. */
  undo: () => Promise<void>
  /** These queries are read again then. */
  reloads?: readonly Resource[]
}

/** The time stands still while the pointer or the focus is on it. */
const seconds = 10
const t = messages('undo', english)
const toast = toastOf()

const changedText = ({ by, at }: MeanwhileChange) =>
  by === null ? t('changed') : t('changedBy', { name: by, date: formatDateTime(at, timeZoneInUse()) })

/**
 * Says what was done, and offers for 10 s to take it back, by button or Ctrl+Z. What cannot be undone for a moment is
 * offered again.
 */
export async function offerUndo(offer: UndoOffer): Promise<void> {
  const { title, detail, confirm, undone, reloads } = offer
  await feedback()
  async function undo() {
    const { token } = session.getState()
    try {
      if (confirm && !(await confirm())) return void offerUndo(offer)
      await makeChange({ what: 'Undoing a change', send: offer.undo, ...(reloads && { reloads }) }, undefined)
      toast.success(t('done'), undone)
    } catch (error) {
      toast.failure(t('failed'), failureReason(error, changedText), error)
      if (!isStale(error) && session.getState().token === token) void offerUndo(offer)
    }
  }
  const act = { label: t('undo'), run: () => void undo() }
  const close = showNotice({ kind: 'success', title, detail, seconds, act }, () => stop())
  const stop = onSessionEnd(close)
}
