import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Line } from '../conversation/conversation.ts'
import { useAutoScroll } from './use-auto-scroll.ts'

const line = (key: string, progress?: Line['progress']) => ({ key, ...(progress && { progress }) }) as Line

/** A scroller of 500 pixels whose content is as high as a test says. */
function open(lines: Line[]) {
  const scrollTo = vi.fn()
  const element = { scrollTop: 0, scrollHeight: 2000, clientHeight: 500, scrollTo }
  const { result, rerender } = renderHook((shown: Line[]) => useAutoScroll(shown), { initialProps: lines })
  Object.assign(result.current.scroller, { current: element })
  return { element, scrollTo, result, rerender }
}

it('§2 scrolls to the bottom when a message is added', () => {
  const { element, scrollTo, rerender } = open([line('a')])
  element.scrollHeight = 2060
  rerender([line('a'), line('b')])
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 1560 })
})

it('§2 leaves alone who reads further up, unless the message is an own one', () => {
  const { element, scrollTo, result, rerender } = open([line('a')])
  element.scrollTop = 300
  act(() => result.current.onScroll())
  rerender([line('a'), line('b')])
  expect(scrollTo).not.toHaveBeenCalled()
  expect(result.current.leftAt).toBe('a')
  rerender([line('a'), line('b'), line('c', 'sending')])
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 1500 })
})
