import { logFailure } from '../../api/log-failure.ts'
import { addMessages, messagesOf } from '../../i18n/messages.ts'
import { timeZoneInUse } from '../../session/preferences.ts'
import { onSessionEnd, session } from '../../session/session.ts'
import { formatDateTime } from '../../time/formats.ts'
import { failureReason, isConflict } from './failure-reason.ts'
import type { MeanwhileChange } from './failure-reason.ts'
import { feedback } from './feedback.tsx'
import { useToast as toastOf } from './toast.ts'
import english from './undo.en.json'
import './undo-toast.css'

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

/** Seconds; the time stands still while the pointer or the focus is on it. */
const offered = 10
addMessages('undo', english)
const t = messagesOf('undo')
const toast = toastOf()
let count = 0
/** Those on screen, the newest last: Ctrl+Z takes back the newest. */
const shown: { undo: () => void }[] = []

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

function onKey(event: KeyboardEvent) {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (!isUndo || event.defaultPrevented || isEditable(event.target)) return
  event.preventDefault()
  shown.at(-1)?.undo()
}

const changedText = ({ by, at }: MeanwhileChange) =>
  by === null ? t('changed') : t('changedBy', { name: by, date: formatDateTime(at, timeZoneInUse()) })

/** Shows what was done with Undo beside it. What cannot be undone for a moment is offered again. */
export async function showUndo(offer: UndoOffer): Promise<void> {
  const { notification } = await feedback()
  const key = `undo-${++count}`
  const entry = { undo: () => void undo() }

  const stop = onSessionEnd(() => close())
  function end() {
    stop()
    const at = shown.indexOf(entry)
    if (at >= 0) shown.splice(at, 1)
    if (shown.length === 0) window.removeEventListener('keydown', onKey)
  }
  function close() {
    end()
    notification.destroy(key)
  }
  async function undo() {
    if (!shown.includes(entry)) return
    close()
    const { token } = session.getState()
    try {
      await offer.undo()
      toast.success(t('done'), offer.undone)
    } catch (error) {
      logFailure('Undoing a change', error)
      toast.failure(t('failed'), failureReason(error, changedText), error)
      if (!isConflict(error) && session.getState().token === token) void showUndo(offer)
    }
  }
  const show = (duration: number | false) =>
    notification.success({
      key,
      title: offer.title,
      description: offer.detail,
      role: 'status',
      className: 'il-toast',
      duration,
      pauseOnHover: true,
      onClose: end,
      actions: (
        <button
          type="button"
          className="il-undo"
          aria-keyshortcuts={isApple() ? 'Meta+Z' : 'Control+Z'}
          onFocus={() => show(false)}
          onBlur={() => shown.includes(entry) && show(offered)}
          onClick={entry.undo}
        >
          {t('undo')} <kbd>{isApple() ? '⌘Z' : 'Ctrl+Z'}</kbd>
        </button>
      ),
    })

  if (shown.length === 0) window.addEventListener('keydown', onKey)
  shown.push(entry)
  show(offered)
}
