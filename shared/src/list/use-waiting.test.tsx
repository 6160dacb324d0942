import { useRef } from 'react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWaiting } from './use-waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Waiting({ waits }: { waits: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  useWaiting(element, waits)
  return <div ref={element} data-testid="region" />
}

function openWaiting() {
  const { rerender, getByTestId, unmount } = render(<Waiting waits={false} />)
  return {
    waits: (waits: boolean) => rerender(<Waiting waits={waits} />),
    isMarked: () => getByTestId('region').hasAttribute('data-waiting'),
    unmount,
  }
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('marks what takes longer than a moment, until it is over', () => {
  const waiting = openWaiting()
  waiting.waits(true)
  pass(149)
  expect(waiting.isMarked()).toBe(false)
  pass(1)
  expect(waiting.isMarked()).toBe(true)
  waiting.waits(false)
  expect(waiting.isMarked()).toBe(false)
})

it('never marks what comes at once, nor what does not wait', () => {
  const waiting = openWaiting()
  pass(1000)
  waiting.waits(true)
  pass(100)
  waiting.waits(false)
  pass(1000)
  expect(waiting.isMarked()).toBe(false)
})

it('counts anew each time', () => {
  const waiting = openWaiting()
  waiting.waits(true)
  pass(100)
  waiting.waits(false)
  waiting.waits(true)
  pass(100)
  expect(waiting.isMarked()).toBe(false)
  pass(50)
  expect(waiting.isMarked()).toBe(true)
})

it('leaves nothing running behind', () => {
  const waiting = openWaiting()
  waiting.waits(true)
  waiting.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
