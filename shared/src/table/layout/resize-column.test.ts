import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fireEvent } from '@testing-library/react'
import { resizeColumn } from './resize-column.ts'

const asBefore = '100px 200px'
const onDone = vi.fn()
let table: HTMLTableElement
beforeEach(() => {
  document.body.innerHTML = '<table><thead><tr><th></th><th></th></tr></thead></table><p></p>'
  table = document.querySelector('table') as HTMLTableElement
  table.style.setProperty('--il-columns', asBefore)
  const headings = [...table.querySelectorAll('th')]
  for (const [at, heading] of headings.entries())
    heading.getBoundingClientRect = () => ({ width: 100 * (at + 1) }) as DOMRect
  resizeColumn({ heading: headings[1] as HTMLElement, at: 1, startX: 500, pointerId: 7, onDone })
})
afterEach(() => {
  fireEvent.pointerCancel(document.body, { pointerId: 7 })
  onDone.mockReset()
  document.body.replaceChildren()
})

const columns = () => table.style.getPropertyValue('--il-columns')
const pull = (clientX: number, more: PointerEventInit = {}) =>
  fireEvent.pointerMove(document.body, { pointerId: 7, buttons: 1, clientX, ...more })
const letGo = () => fireEvent.pointerUp(document.querySelector('p') as HTMLElement, { pointerId: 7 })

it('draws the width that is pulled, and keeps it where the pointer is let go outside the table', () => {
  pull(560)
  expect(columns()).toBe('100px 260px')
  letGo()
  expect(onDone.mock.calls).toEqual([[260]])
  expect(columns()).toBe(asBefore)
  pull(600)
  letGo()
  expect([columns(), onDone.mock.calls.length]).toEqual([asBefore, 1])
})

it('follows no pointer that was let go before this code was there, or outside the window', () => {
  pull(560)
  pull(590, { buttons: 0 })
  expect(columns()).toBe(asBefore)
  pull(620)
  letGo()
  expect([columns(), onDone.mock.calls.length]).toEqual([asBefore, 0])
})

it('keeps the width as it was where the pointer did not move', () => {
  letGo()
  expect(onDone).not.toHaveBeenCalled()
})

it.each([
  ['is taken away', () => fireEvent.pointerCancel(document.body, { pointerId: 7 })],
  ['stays and Escape is pressed', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('keeps the width as it was where the pointer %s', (_, end) => {
  pull(560)
  end()
  expect(columns()).toBe(asBefore)
  letGo()
  expect(onDone).not.toHaveBeenCalled()
})

it('follows no other pointer', () => {
  pull(560, { pointerId: 8 })
  expect(columns()).toBe(asBefore)
  pull(560)
  fireEvent.pointerUp(document.body, { pointerId: 8 })
  expect([columns(), onDone.mock.calls.length]).toEqual(['100px 260px', 0])
})
