import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { queryClient } from '@interline/shared/api'
import { openRoutes } from '@interline/shared/testing'
import { routes } from './routes.tsx'

// With antd's styles jsdom takes seconds to find out whether an element is hidden or can be clicked, so these tests do
// not check it.
configure({ defaultHidden: true })

export const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

export function open(address: string) {
  queryClient.clear()
  return openRoutes([...routes, { path: '/', element: <p>elsewhere</p> }], address)
}

/** Texts of the table's cells, row by row. */
export const tableTexts = () =>
  [...document.querySelectorAll('tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )

/** antd gives all its titles one id under test, so a dialog is known by its text here. */
export const dialogWith = (text: string | RegExp) =>
  waitFor(() => {
    const dialog = screen.getAllByText(text)[0]?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog) throw new Error(`${String(text)} is in no dialog`)
    return dialog
  })
