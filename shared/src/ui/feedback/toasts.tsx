import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/texts.ts'
import { Icon } from '../icon.tsx'
import { isMac } from '../is-mac.ts'
import { isWriting } from '../is-writing.ts'
import { actOn, closeNotice, useNotices } from './notices.ts'
import type { ShownNotice } from './notices.ts'
import './toasts.css'

const icons = { success: 'check-circle', error: 'warning' } as const
const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Ctrl+Z takes back the newest. */
function onKey(event: KeyboardEvent) {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  const newest = useNotices.getState().shown.findLast(({ act }) => act !== undefined)
  if (!newest || !isUndo || event.defaultPrevented || isWriting(event) || isEditable(event.target)) return
  event.preventDefault()
  actOn(newest)
}

export function Toasts() {
  const { shown, place } = useNotices()
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      useNotices.getState().shown.forEach(closeNotice)
    }
  }, [])
  const toasts = shown.map((notice) => <Toast key={notice.key} notice={notice} />)
  return place ? createPortal(toasts, place) : <div className="il-toasts il-toasts-alone">{toasts}</div>
}

function Toast({ notice }: { notice: ShownNotice }) {
  const { kind, title, detail, seconds, act } = notice
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => closeNotice(notice), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, notice, seconds])
  const [hold, letGo] = [() => setHeld(true), () => setHeld(false)]
  return (
    <div
      className="il-toast il-floating"
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <Icon id={icons[kind]} size={20} />
      <div className="il-break">
        <strong>{title}</strong>
        <div>{detail}</div>
      </div>
      {act && (
        <button
          type="button"
          className="il-button il-button-small"
          aria-keyshortcuts={isMac() ? 'Meta+Z' : 'Control+Z'}
          onClick={() => actOn(notice)}
        >
          <span>{act.label}</span> <kbd>{isMac() ? '⌘Z' : 'Ctrl+Z'}</kbd>
        </button>
      )}
      <button
        type="button"
        className="il-icon-button il-icon-button-small"
        aria-label={t('close')}
        onClick={() => closeNotice(notice)}
      >
        <Icon id="close" size={16} />
      </button>
    </div>
  )
}
