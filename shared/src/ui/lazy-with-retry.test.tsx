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

it('says so when its code does not come, and comes on Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let down = true
  const Lazy = lazyWithRetry(async () => (down ? Promise.reject(new Error('no network')) : Greeting))
  render(<Lazy name="Jane" />)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
})
