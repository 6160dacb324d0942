import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceFirstScreen, hideLoader } from './loader.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="loader" role="status"></div>'
  vi.spyOn(performance, 'now').mockReturnValue(400)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const loader = () => document.getElementById('loader')

it('§9 stays 3000 ms from the start of the page load, however early the screen is ready, then leaves the document', () => {
  hideLoader(3000)
  announceFirstScreen()
  vi.advanceTimersByTime(2599)
  expect(loader()?.dataset.leaving).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(loader()?.dataset.leaving).toBe('')
  vi.advanceTimersByTime(1000)
  expect(loader()).toBeNull()
})

it('leaves with 0 as soon as the first screen is drawn', () => {
  hideLoader(0)
  vi.advanceTimersByTime(50)
  expect(loader()?.dataset.leaving).toBeUndefined()
  announceFirstScreen()
  vi.advanceTimersByTime(300)
  expect(loader()).toBeNull()
})

it('leaves after 3 s at the latest with 0, when no screen comes', () => {
  hideLoader(0)
  vi.advanceTimersByTime(3000)
  expect(loader()).toBeNull()
})
