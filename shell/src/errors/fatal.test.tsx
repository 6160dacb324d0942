import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '@interline/shared/router'
import { RouterError } from './fatal.tsx'

afterEach(() => vi.restoreAllMocks())

const openWith = (thrown: unknown) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const loader = () => {
    throw thrown
  }
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', loader, element: null, HydrateFallback: () => null, errorElement: <RouterError /> },
      ])}
    />,
  )
}

it.each([
  ['the message of an error', new Error('no sprite'), 'no sprite'],
  [
    'a status and its text',
    new Response('', { status: 503, statusText: 'Service Unavailable' }),
    '503 Service Unavailable',
  ],
  ['a text', 'just so', 'just so'],
  ['that nothing is known', new Error(''), 'Unknown error'],
])('§8 says Unexpected Application Error! with %s', async (_what, thrown, text) => {
  openWith(thrown)
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})
