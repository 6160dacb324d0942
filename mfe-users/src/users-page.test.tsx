import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import { usePreferences } from '@interline/shared/session'
import { routes } from './routes.tsx'
import { openRoutes, startMockServer, translatePage } from '@interline/shared/testing'

// A whole list in jsdom is slow, most of all beside other work.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const ann = {
  _id: 'u1',
  full_name: 'Ann Lee',
  email: 'ann@x.test',
  phone: '+1 303 555 0190',
  createdAt: '2024-05-01T12:00:00.000Z',
  location: { address: '4 Oak Ave, Denver, CO' },
  state_id: 'https://files.test/uploads/0123456789abcdef0123456789abcdef.png',
}
const mockServer = setupServer()

async function openUsers(rows: Record<string, unknown>[], address = '/users') {
  queryClient.clear()
  mockServer.use(
    http.get(`${window.location.origin}/api/v1/admin/users`, () => HttpResponse.json({ success: true, data: rows })),
  )
  const router = openRoutes([...routes, { path: '/user-chat/:id', element: <p>the chat</p> }], address)
  await screen.findByRole('table')
  return router
}

const cellsOf = (name: string) =>
  within(screen.getByRole('button', { name: `Details of ${name}` }).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

async function openDetails(name: string) {
  await userEvent.click(screen.getByRole('button', { name: `Details of ${name}` }))
  return screen.findByRole('dialog')
}

startMockServer(mockServer)
beforeEach(() => usePreferences.setState({ timeZone: 'UTC', tableSize: 20 }))

describe('Users', () => {
  it('§2 has the six columns of Users, in order', async () => {
    await openUsers([ann])
    const titles = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(titles).toEqual(['User Name', 'Joined On', 'Contact', 'Email', 'Chat', 'Details'])
    expect(cellsOf('Ann Lee').slice(1, 4)).toEqual(['05/01/2024', '+1 303 555 0190', 'ann@x.test'])
    expect(screen.getByRole('heading', { level: 1, name: 'Users' })).toBeTruthy()
    expect(screen.getByText('Users List')).toBeTruthy()
    expect(screen.getByText('List of users')).toBeTruthy()
  })

  it('shows the right texts in a page that the browser translated', async () => {
    const people = ['Ann', 'Bob', 'Cid'].map((name, at) => ({
      ...ann,
      _id: `u${at}`,
      full_name: name,
      email: `${name}@${name}.test`,
      phone: at === 1 ? '' : `+1 303 555 019${at}`,
      createdAt: at === 1 ? 'unknown' : ann.createdAt,
    }))
    await openUsers(people)
    const expected = people.map(({ full_name }) => cellsOf(full_name))
    for (let at = 0; at < 3; at++) {
      translatePage()
      await userEvent.click(screen.getByRole('button', { name: 'Email' }))
      expect(people.map(({ full_name }) => cellsOf(full_name))).toEqual(expected)
    }
  })

  it('§2 shows User Details with the address of the location, and closes', async () => {
    await openUsers([ann])
    const dialog = await openDetails('Ann Lee')
    expect(within(dialog).getByText('User Details')).toBeTruthy()
    expect(
      within(dialog)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Name', 'Email', 'Phone', 'Address', 'State ID'])
    expect(within(dialog).getByText('4 Oak Ave, Denver, CO')).toBeTruthy()
    const link = within(dialog).getByRole('link', { name: /^State ID of Ann Lee/ })
    expect([link.textContent, link.getAttribute('href')]).toEqual([`${ann.state_id.slice(0, 45)}...`, ann.state_id])
    const close = within(dialog)
      .getAllByRole('button', { name: 'Close' })
      .find((button) => button.textContent === 'Close')
    await userEvent.click(close as HTMLElement)
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 8000)
  })

  it.each([[null], [undefined], [{}], [{ address: '' }], ['nowhere'], [{ address: false }]])(
    '§2 shows N/A for what is empty, location %o',
    async (location) => {
      await openUsers([
        { _id: 'u2', full_name: 'Bo', location, phone: null, email: '', createdAt: 'never', state_id: null },
      ])
      expect(cellsOf('Bo').slice(1, 4)).toEqual(['N/A', 'N/A', 'N/A'])
      const dialog = await openDetails('Bo')
      expect(
        within(dialog)
          .getAllByRole('definition')
          .map((value) => value.textContent),
      ).toEqual(['Bo', 'N/A', 'N/A', 'N/A', 'N/A'])
    },
  )

  it('leaves hostile text and links text', async () => {
    await openUsers([{ ...ann, full_name: '<img src=x onerror=alert(1)>', state_id: 'javascript:alert(1)' }])
    const dialog = await openDetails('<img src=x onerror=alert(1)>')
    expect(within(dialog).getByText('javascript:alert(1)').closest('a')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
  })

  it('§2 opens the chat in place of the table, with the way back', async () => {
    const router = await openUsers([ann], '/users?q=ann')
    await userEvent.click(screen.getByRole('button', { name: 'Chat with Ann Lee' }))
    await screen.findByText('the chat')
    expect(router.state.location.pathname).toBe('/user-chat/u1')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(router.state.location.state).toEqual({ user_id: 'u1', full_name: 'Ann Lee', from: '/users?q=ann' })
  })
})
