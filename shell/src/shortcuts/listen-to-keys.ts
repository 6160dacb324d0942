import { usePreferences } from '@interline/shared/session'
import { currentShortcuts } from '@interline/shared/ui'
import { isMac } from '../page/is-mac.ts'

/** How long a second key may be waited for, as after `g`. */
const sequenceMs = 1500

/** How often it is looked whether the screen's own shortcuts have come. */
const lookMs = 40

/**
 * Runs the shortcuts of what is on screen; `pressed` are keys of before. Those, and what follows, wait up to `waitMs`
 * for the screen's own shortcuts, whose code may still be under way; what has Ctrl does not. Returns how to stop.
 */
export function listenToKeys(pressed: KeyboardEvent[], waitMs = 0): () => void {
  const until = performance.now() + waitMs
  let isWaiting = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let begun: { key: string; at: number } | undefined

  function take(event: KeyboardEvent, isLate: boolean) {
    const key = keyOf(event)
    const isSingle = key?.startsWith('mod+') === false
    // Ctrl+K was kept from the browser before this was there.
    const isTaken = event.defaultPrevented && (isSingle || !isLate)
    if (key === undefined || event.isComposing || isTaken) return
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

  const isOfCtrl = (event: KeyboardEvent) => keyOf(event)?.startsWith('mod+') === true
  const listen = (event: KeyboardEvent) => {
    if (isWaiting && !isOfCtrl(event)) pressed.push(event)
    else take(event, false)
  }
  function runPressed() {
    const hasOwn = currentShortcuts().some(({ group }) => group === undefined)
    isWaiting = !hasOwn && performance.now() < until
    if (isWaiting) timer = setTimeout(runPressed, lookMs)
    // They stay for the next one where this one is stopped before.
    for (const event of pressed.splice(0)) {
      if (isWaiting && !isOfCtrl(event)) pressed.push(event)
      else take(event, true)
    }
  }
  runPressed()
  document.addEventListener('keydown', listen)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', listen)
  }
}

/**
 * Takes out of the keys of before what was typed for the search, which was not there yet: all of them where a click has
 * opened it, else what follows Ctrl+K.
 */
export function takeTyped(pressed: KeyboardEvent[], isOpen: boolean): string {
  const from = isOpen ? 0 : pressed.findIndex((event) => keyOf(event) === 'mod+k') + 1
  if (from === 0 && !isOpen) return ''
  const isText = (event: KeyboardEvent) =>
    event.key.length === 1 && !keyOf(event)?.startsWith('mod+') && !isTyping(event.target)
  const typed = pressed.splice(from).filter(isText)
  return typed
    .map(({ key }) => key)
    .join('')
    .trimStart()
}

/** A key by the name that shortcuts have for it; undefined for one with Alt, or with Ctrl that is not ours. */
function keyOf(event: KeyboardEvent): string | undefined {
  // On some keyboards `/` and `?` are typed with AltGr, which is Ctrl and Alt to the browser.
  const isPlain = event.getModifierState('AltGraph') || !(event.altKey || event.ctrlKey || event.metaKey)
  const isMod = !event.altKey && !event.shiftKey && (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey)
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
