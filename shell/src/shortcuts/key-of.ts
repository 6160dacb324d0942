import { isMac } from '@interline/shared/ui'

/** A key by the name that shortcuts have for it; undefined for one with Alt, or with Ctrl that is not ours. */
export function keyOf(event: KeyboardEvent): string | undefined {
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
