import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { MemoryRouter } from '@interline/shared/router'
import { interceptCalls, serve } from '../../test-kit.tsx'
import { OlderNotices } from './older-notices.tsx'

interceptCalls()

const notice = (n: number) => ({ _id: `n${n}`, title: `Title ${n}`, body: '', createdAt: '2024-05-01T12:00:00.000Z' })

it('goes on with the one that a new notification pushes out of the list', async () => {
  serve('get', '/admin/notification/list', () => HttpResponse.json({ success: true, data: [notice(1), notice(0)] }))
  const older = (listed: number[]) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OlderNotices listed={listed.map(notice)} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(older([3, 2]))
  const titles = () => screen.getAllByText(/^Title/).map(({ textContent }) => textContent)
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(titles()).toEqual(['Title 1', 'Title 0']))
  rerender(older([4, 3]))
  expect(titles()).toEqual(['Title 2', 'Title 1', 'Title 0'])
})
