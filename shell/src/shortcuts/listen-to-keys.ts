import { usePreferences } from '@interline/shared/session'
import { currentShortcuts, isMac, isWriting } from '@interline/shared/ui'

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

/** A key by the name that shortcuts have for it; undefined for one with Alt, or with Ctrl that is not ours. */
function keyOf(event: KeyboardEvent): string | undefined {
  // On some keyboards `/` and `?` are typed with AltGr, which is Ctrl and Alt to the browser.
  const isPlain = event.getModifierState('AltGraph') || !(event.altKey || event.ctrlKey || event.metaKey)
  const isMod = !event.altKey && !event.shiftKey && (isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey)
  if (!isPlain && !isMod) return undefined
  // A keyboard of another script names the letter by its place.
  const isForeign = /^\p{L}$/u.test(event.key) && !/^[a-z]$/i.test(event.key)
  const key = (isForeign ? event.code.replace(/^Key/, '') : event.key).toLowerCase()
  if (!isPlain) return `mod+${key}`
  return event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1) ? `shift+${key}` : key
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
