import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '@interline/shared/router'
import { InterlineProvider } from '@interline/shared/ui'
import { fillWithoutEvent } from '../../test-kit.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

it.each([
  ['nine letters with marks of their own', 'e\u0301'.repeat(9), false],
  ['five ligatures of two letters', '\uFB01'.repeat(5), true],
])('counts a password as the server does: %s', async (_, password, isLong) => {
  const send = vi.fn(async () => {})
  const element = <NewPasswordForm send={send} texts="reset" />
  render(
    <InterlineProvider>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </InterlineProvider>,
  )
  for (const field of document.querySelectorAll('input')) fillWithoutEvent(field, password)
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }))
  if (!isLong) expect(await screen.findByText('At least 10 characters.')).toBeTruthy()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(isLong ? 1 : 0))
})
