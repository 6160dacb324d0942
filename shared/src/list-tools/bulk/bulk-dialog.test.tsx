import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { isolateTests, openRoutes } from '../../testing/index.ts'
import type { BulkAct } from './bulk-act.ts'
import { BulkDialog } from './bulk-dialog.tsx'

isolateTests()

type Row = { _id: string; full_name: string }

const rows = [{ _id: 'd1', full_name: 'Jane Doe' }] as never[]
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function open() {
  const onClosed = vi.fn()
  const act: BulkAct<Row> = {
    key: 'message',
    label: 'Message',
    permission: 'chats:write',
    inputs: [{ name: 'message', label: 'Text' }],
    change: () => Promise.resolve(),
    reload: () => undefined,
  }
  const nameOf = ({ full_name }: Row) => full_name
  const element = <BulkDialog {...{ act, rows, nameOf, onClosed }} resource="drivers" path="/admin/drivers" />
  openRoutes([{ path: '*', element }])
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), 'Bring papers')
  return onClosed
}

it('asks before a text that was typed is lost', async () => {
  const onClosed = await open()
  expect(wouldAsk()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('Bring papers')
  await press('Back')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClosed).toHaveBeenCalled())
  expect(wouldAsk()).toBe(false)
})

it('asks nothing once it is sent, and keeps translators away from names', async () => {
  const onClosed = await open()
  await press('Message')
  expect((await screen.findByText('Jane Doe')).translate).toBe(false)
  expect(wouldAsk()).toBe(false)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(onClosed).toHaveBeenCalled())
})
