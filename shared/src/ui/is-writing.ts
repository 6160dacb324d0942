import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { isMac } from './is-mac.ts'

/** Whether a modifier with a letter writes another character: AltGr everywhere, Option on a Mac. */
const isLevelShifted = (event: KeyboardEvent) =>
  event.getModifierState('AltGraph') || (event.altKey && !event.ctrlKey && !event.metaKey && isMac())

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio], [type=button])'))

/**
 * Whether a key belongs to the text that somebody writes: an input method composes, or Alt or AltGr writes a character
 * into a field. Each handler of keys asks it first, and leaves such a key alone.
 */
export function isWriting(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // Safari reports the Enter that ends a composition after its end, with this code only.
  if (key.isComposing || key.keyCode === 229) return true
  return (key.key.length === 1 || key.key === 'Dead') && isField(key.target) && isLevelShifted(key)
}
