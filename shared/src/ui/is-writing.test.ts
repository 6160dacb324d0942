import { afterEach, expect, it, vi } from 'vitest'
import { isWriting } from './is-writing.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

it.each<[string, string, string, KeyboardEventInit, boolean]>([
  ['a plain letter', windows, 'textarea', { key: 'n' }, false],
  ['Enter', windows, 'textarea', { key: 'Enter' }, false],
  ['Enter of an input method', windows, 'textarea', { key: 'Enter', isComposing: true }, true],
  ['Escape of an input method', mac, 'input', { key: 'Escape', isComposing: true }, true],
  ['the Enter of Safari that ends a composition', mac, 'textarea', { key: 'Enter', keyCode: 229 }, true],
  ['a key that an input method takes', windows, 'button', { key: 'Process', keyCode: 229 }, true],
  ['Alt+N where it writes nothing', windows, 'textarea', { key: 'n', altKey: true }, false],
  ['Alt+N of a Russian keyboard', windows, 'textarea', { key: 'т', altKey: true }, false],
  ['Alt+N on a Mac, which begins ñ', mac, 'textarea', { key: 'Dead', altKey: true }, true],
  ['Alt+L on a Mac, which is @ in Germany', mac, 'input', { key: '@', altKey: true }, true],
  ['Alt+N on a Mac outside of a field', mac, 'button', { key: 'Dead', altKey: true }, false],
  ['Alt+Down on a Mac', mac, 'input', { key: 'ArrowDown', altKey: true }, false],
  ['Command+Z on a Mac', mac, 'input', { key: 'z', metaKey: true }, false],
  [
    'AltGr+N, which is ń in Poland',
    windows,
    'textarea',
    { key: 'ń', altKey: true, ctrlKey: true, modifierAltGraph: true },
    true,
  ],
  [
    'AltGr+ß outside of a field, a shortcut',
    windows,
    'button',
    { key: '/', altKey: true, ctrlKey: true, modifierAltGraph: true },
    false,
  ],
  ['AltGr+2 on a radio button', windows, 'input type=radio', { key: '²', modifierAltGraph: true }, false],
])('%s', (_, userAgent, element, init, expected) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  document.body.innerHTML = `<${element}>`
  let answer: boolean | undefined
  const listen = (event: KeyboardEvent) => (answer = isWriting(event))
  document.addEventListener('keydown', listen)
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }))
  document.removeEventListener('keydown', listen)
  expect(answer).toBe(expected)
})
