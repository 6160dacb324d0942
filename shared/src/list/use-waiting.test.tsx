import { useRef } from 'react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWaiting } from './use-waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Region({ waits }: { waits: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  useWaiting(element, waits)
  return <div ref={element} data-testid="region" />
}

function openRegion() {
  const { rerender, getByTestId, unmount } = render(<Region waits={false} />)
  return {
    waits: (waits: boolean) => rerender(<Region waits={waits} />),
    isMarked: () => getByTestId('region').hasAttribute('data-waiting'),
    unmount,
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('marks what takes longer than a moment, until it is over', () => {
  const region = openRegion()
  region.waits(true)
  pass(119)
  expect(region.isMarked()).toBe(false)
  pass(1)
  expect(region.isMarked()).toBe(true)
  region.waits(false)
  expect(region.isMarked()).toBe(false)
})

it('never marks what comes at once, nor what does not wait', () => {
  const region = openRegion()
  pass(1000)
  region.waits(true)
  pass(100)
  region.waits(false)
  pass(1000)
  expect(region.isMarked()).toBe(false)
})

it('counts anew each time', () => {
  const region = openRegion()
  region.waits(true)
  pass(100)
  region.waits(false)
  region.waits(true)
  pass(100)
  expect(region.isMarked()).toBe(false)
  pass(20)
  expect(region.isMarked()).toBe(true)
})

it('leaves nothing running behind', () => {
  const region = openRegion()
  region.waits(true)
  region.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
