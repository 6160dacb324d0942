import { useState } from 'react'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openRoutes, translatePage } from '@interline/shared/testing'
import type { Party } from '../party/use-party.ts'
import { ChatHeader } from './chat-header.tsx'

const party = { id: 'd1', name: 'Ann Lee', role: null, picture: null, from: '/chats', loading: false } as Party

function Screen() {
  const [role, setRole] = useState<Party['role']>(null)
  return (
    <>
      <ChatHeader party={{ ...party, role }} name="Ann Lee" presence={undefined} viewers={[]} />
      <button type="button" onClick={() => setRole('driver')}>
        Know the role
      </button>
    </>
  )
}

it('makes the name a link when the role comes, in a page that the browser translated', () => {
  openRoutes([{ path: '*', element: <Screen /> }])
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Chat with Ann Lee')
  translatePage()
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe('/drivers/d1')
  expect(heading.textContent).toBe('Chat with Ann Lee')
})
