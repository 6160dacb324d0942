import { afterAll, afterEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import './popover-in-jsdom.ts'
import './styles-that-hide.ts'

// Test files share the libraries that are loaded and the page. Our own modules are loaded anew, and what a file left
// behind goes with it.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  history.replaceState(null, '', '/')
})

// jsdom has no layout: media queries read `innerWidth`, and size observers are never called.
const matches = (query: string) => {
  const [, bound, pixels] = /\((max|min)-width:\s*(\d+(?:\.\d+)?)px\)/.exec(query) ?? []
  if (bound === undefined) return false
  return bound === 'max' ? window.innerWidth <= Number(pixels) : window.innerWidth >= Number(pixels)
}

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    get matches() {
      return matches(media)
    },
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

window.ResizeObserver ??= class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

// jsdom's files have no text().
Blob.prototype.text ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsText(this)
  })
}

Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => Promise.resolve([]) } })

// jsdom complains when asked for the style of a pseudo-element, which antd does to measure a scroll bar.
const page: Window & { styleOf?: typeof getComputedStyle } = window
const styleOf = (page.styleOf ??= window.getComputedStyle.bind(window))
window.getComputedStyle = (element) => styleOf(element)
window.scrollTo = () => undefined

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
