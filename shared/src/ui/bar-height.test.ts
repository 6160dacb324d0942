import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { bottomBar } from './bar-height.ts'

const callbacks: (() => void)[] = []
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(callback: () => void) {
      callbacks.push(callback)
    }
    observe() {}
    disconnect() {}
  },
)
afterEach(() => callbacks.splice(0))
afterAll(() => void vi.unstubAllGlobals())

function show(height: number) {
  const bar = document.createElement('div')
  Object.defineProperty(bar, 'offsetHeight', { value: height })
  const hide = bottomBar(bar)
  callbacks.at(-1)?.()
  return hide
}
const told = () => document.documentElement.style.getPropertyValue('--il-bottom-bar')

describe('a bar at the end of the window', () => {
  it('tells the height of the highest bar that stands', () => {
    const hideHigh = show(80)
    const hideLow = show(40)
    expect(told()).toBe('80px')
    hideHigh?.()
    expect(told()).toBe('40px')
    hideLow?.()
  })

  it('leaves the page as it found it', () => {
    const before = document.documentElement.outerHTML
    show(80)?.()
    expect(document.documentElement.outerHTML).toBe(before)
  })
})
