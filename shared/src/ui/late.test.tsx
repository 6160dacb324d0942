import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { late, warmLateParts } from './late.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

it('comes when it is first drawn, and is there at once the next time', async () => {
  const load = vi.fn(async () => Greeting)
  const Late = late(load)
  const { unmount } = render(<Late name="Jane" />)
  expect(screen.queryByText('Hello Jane')).toBeNull()
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
  unmount()
  render(<Late name="Joe" />)
  expect(screen.getByText('Hello Joe')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is there at once when it was warmed', async () => {
  const Late = late(async () => Greeting)
  await warmLateParts()
  render(<Late name="Jane" />)
  expect(screen.getByText('Hello Jane')).toBeTruthy()
})

it('says so when its code does not come, and comes on Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let down = true
  const Late = late(async () => (down ? Promise.reject(new Error('no network')) : Greeting))
  render(<Late name="Jane" />)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello Jane')).toBeTruthy()
})
