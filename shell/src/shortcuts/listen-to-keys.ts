import { usePreferences } from '@interline/shared/session'
import { currentShortcuts, isWriting } from '@interline/shared/ui'
import { keyOf } from './key-of.ts'

/** How long a second key may be waited for, as after `g`. */
const sequenceMs = 1500

/** Runs the shortcuts of what is on screen. Returns how to stop. */
export function listenToKeys(): () => void {
  let begun: { key: string; at: number } | undefined

  function listen(event: KeyboardEvent) {
    const key = keyOf(event)
    if (key === undefined || isWriting(event) || event.defaultPrevented) return
    const isSingle = !key.startsWith('mod+')
    if (isSingle && (!usePreferences.getState().singleKeys || isTyping(event.target))) return
    const over = dialogOver(isSingle)
    const usable = currentShortcuts().filter(({ within }) => !over || over.contains(within?.current ?? null))
    const sequence = begun && event.timeStamp - begun.at < sequenceMs ? `${begun.key} ${key}` : undefined
    begun = undefined
    const fits = [sequence, key].flatMap((wanted) => usable.filter((shortcut) => shortcut.key === wanted))
    const isDone = fits.some(({ repeats = false, run }) => (!event.repeat || repeats) && run() !== false)
    if (isDone) event.preventDefault()
    else if (usable.some((shortcut) => shortcut.key.startsWith(`${key} `))) begun = { key, at: event.timeStamp }
  }

  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

const typed = 'textarea, select, [contenteditable=""], [contenteditable=true]'
const input = 'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=file])'
const led = ['combobox', 'listbox', 'menu', 'menubar', 'grid', 'textbox', 'slider', 'tree'].map(
  (role) => `[role=${role}]`,
)
const takesKeys = [typed, input, ...led].join(', ')

/** Whether the key is for what has the focus: a field, or a list that letters lead through. */
const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(takesKeys) !== null

/** The dialog over the screen that came last. One that a click elsewhere closes does not keep Ctrl+K away. */
function dialogOver(isSingle: boolean): Element | undefined {
  const modal = 'dialog[open], [role=dialog][aria-modal=true]'
  return [...document.querySelectorAll(isSingle ? `${modal}, [role=dialog]` : modal)].filter(isShown).at(-1)
}

const isShown = (element: Element) =>
  typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true })
