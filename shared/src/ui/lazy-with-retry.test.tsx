import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { lazyWithRetry, prefetchLazy } from './lazy-with-retry.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

it('comes when it is first drawn, and is there at once the next time', async () => {
  const load = vi.fn(async () => Greeting)
  const Lazy = lazyWithRetry(load)
  const { unmount } = render(<Lazy name="Jane" />)
  expect(screen.queryByText('Hello Jane')).toBeNull()
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
  unmount()
  render(<Lazy name="Joe" />)
  expect(screen.getByText('Hello Joe')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is there at once when it was warmed', async () => {
  const Lazy = lazyWithRetry(async () => Greeting)
  await prefetchLazy()
  render(<Lazy name="Jane" />)
  expect(screen.getByText('Hello Jane')).toBeTruthy()
})

it('is asked for twice more when its code does not come, and nobody is told', async () => {
  const load = vi.fn(async () => (load.mock.calls.length < 3 ? Promise.reject(new Error('no network')) : Greeting))
  const Lazy = lazyWithRetry(load)
  render(<Lazy name="Jane" />)
  expect(await screen.findByText('Hello Jane', {}, { timeout: 3000 })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says so when its code does not come then either, and comes on Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let down = true
  const load = vi.fn(async () => (down ? Promise.reject(new Error('no network')) : Greeting))
  const Lazy = lazyWithRetry(load)
  render(<Lazy name="Jane" />)
  expect((await screen.findByRole('alert', {}, { timeout: 3000 })).textContent).toContain('could not be loaded')
  expect(load).toHaveBeenCalledTimes(3)
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
})

it('says so at once to who is offline, and comes by itself when the browser is back online', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => (navigator.onLine ? Greeting : Promise.reject(new Error('no network'))))
  const Lazy = lazyWithRetry(load)
  render(<Lazy name="Jane" />)
  expect(await screen.findByRole('alert', {}, { timeout: 250 })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
