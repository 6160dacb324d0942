import { startTransition, useEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import { usePreferences } from '@interline/shared/session'
import { useShortcut, type Shortcut } from '@interline/shared/ui'
import { listenToKeys } from './listen-to-keys.ts'

let stop: () => void = () => undefined
beforeEach(() => {
  stop = listenToKeys()
  usePreferences.setState({ singleKeys: true })
})
afterEach(() => stop())

function Keys({ of }: { of: Shortcut[] }) {
  return of.map((shortcut) => <One key={shortcut.key} shortcut={shortcut} />)
}
function One({ shortcut }: { shortcut: Shortcut }) {
  useShortcut(shortcut)
  return null
}
const shortcuts = (...keys: string[]) => {
  const pressed: string[] = []
  render(<Keys of={keys.map((key) => ({ key, text: key, run: () => void pressed.push(key) }))} />)
  return pressed
}
const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
  // fireEvent returns whether the browser may do what it does with the key.
  !fireEvent.keyDown(on, { key, ...more })

it('runs a key, one with Shift, one after another, and with Ctrl; and keeps them from the browser', () => {
  const pressed = shortcuts('j', '?', 'shift+a', 'g d', 'mod+k')
  expect(press('j')).toBe(true)
  expect(press('?', { shiftKey: true })).toBe(true)
  press('A', { shiftKey: true })
  press('g')
  press('d')
  press('k', { ctrlKey: true })
  expect(pressed).toEqual(['j', '?', 'shift+a', 'g d', 'mod+k'])
})

it('leaves what is not a shortcut to the browser, also with other modifiers', () => {
  const pressed = shortcuts('j', 'g d', 'mod+k')
  for (const [key, more] of [
    ['x', {}],
    ['d', {}],
    ['k', {}],
    ['j', { ctrlKey: true }],
    ['j', { altKey: true }],
    ['j', { metaKey: true }],
    ['J', { shiftKey: true }],
    ['k', { ctrlKey: true, shiftKey: true }],
  ] as const)
    expect(press(key, more)).toBe(false)
  expect(pressed).toEqual([])
})

it('forgets a first key after a while, and repeats only what says so', () => {
  const pressed = shortcuts('g d', 'n')
  for (const [key, at] of [
    ['g', 1000],
    ['d', 11_000],
  ] as const) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    document.body.dispatchEvent(event)
  }
  press('n', { repeat: true })
  expect(pressed).toEqual([])
})

it.each(['input', 'textarea', 'select', '[role=combobox]', '[role=listbox]'])('does nothing in %s', (kind) => {
  const pressed = shortcuts('j', 'mod+k')
  const role = /role=(\w+)/.exec(kind)?.[1]
  const field = document.createElement(role ? 'div' : kind)
  if (role) field.setAttribute('role', role)
  document.body.append(field)
  expect(press('j', {}, field)).toBe(false)
  expect(pressed).toEqual([])
  press('k', { ctrlKey: true }, field)
  expect(pressed).toEqual(['mod+k'])
  field.remove()
})

it('does nothing where single keys are switched off, except with Ctrl', () => {
  const pressed = shortcuts('j', 'g d', 'mod+k')
  usePreferences.setState({ singleKeys: false })
  for (const key of ['j', 'g', 'd']) expect(press(key)).toBe(false)
  press('k', { ctrlKey: true })
  expect(pressed).toEqual(['mod+k'])
})

it('has with a dialog open the shortcuts of that dialog alone', () => {
  const [behind, inside] = [vi.fn(), vi.fn()]
  function Screen({ isOpen }: { isOpen: boolean }) {
    useShortcut({ key: 'j', text: 'Next', run: behind })
    return isOpen && <Window />
  }
  function Window() {
    const heading = useRef<HTMLHeadingElement>(null)
    useShortcut({ key: 'a', text: 'Approve', within: heading, run: inside })
    return (
      <div role="dialog" aria-modal="true">
        <h2 ref={heading}>Over it</h2>
      </div>
    )
  }
  const { rerender } = render(<Screen isOpen />)
  expect(screen.getByRole('dialog')).toBeTruthy()
  press('j')
  press('a')
  expect([behind.mock.calls.length, inside.mock.calls.length]).toEqual([0, 1])
  rerender(<Screen isOpen={false} />)
  press('j')
  press('a')
  expect([behind.mock.calls.length, inside.mock.calls.length]).toEqual([1, 1])
})

it('asks the one that came last first, and the others when that has nothing to do', () => {
  const [first, last] = [vi.fn(), vi.fn(() => false)]
  render(<Keys of={[{ key: '/', text: 'Sidebar', run: first }]} />)
  render(<Keys of={[{ key: '/', text: 'List', run: last }]} />)
  press('/')
  expect([last.mock.calls.length, first.mock.calls.length]).toEqual([1, 1])
})

it('knows letters of another script by their place', () => {
  const pressed = shortcuts('mod+k')
  press('л', { code: 'KeyK', ctrlKey: true })
  expect(pressed).toEqual(['mod+k'])
})

it('acts on what is shown when a key is pressed at once', async () => {
  const pressed: string[] = []
  const next = new EventTarget()
  function Screen() {
    const [name, setName] = useState('Ann')
    useEffect(() => next.addEventListener('next', () => startTransition(() => setName('Bob'))), [])
    useShortcut({ key: 'p', text: 'Previous', run: () => void pressed.push(name) })
    return <h2>{name}</h2>
  }
  render(<Screen />)
  // Without act, effects that may wait for the paint do wait for it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const isShown = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))
      resolve()
    }).observe(screen.getByRole('heading'), { characterData: true, childList: true, subtree: true })
  })
  next.dispatchEvent(new Event('next'))
  await isShown
  vi.unstubAllGlobals()
  expect(pressed).toEqual(['Bob'])
})
