import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { InterlineProvider } from '../interline-provider.tsx'
import type { Dialogs } from './dialogs.ts'
import { useDialogs } from './dialogs.ts'
import { useToast as toastOf } from './toast.ts'

const network = vi.hoisted(() => ({ down: true }))
vi.mock(import('./feedback-holder.tsx'), async (original) => {
  const { FeedbackHolder } = await original()
  return {
    get FeedbackHolder() {
      if (network.down) throw new Error('no network')
      return FeedbackHolder
    },
  }
})

it("asks with the browser's own dialog and keeps a toast while the code does not come, and asks for it again", async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // No second request is made while the browser is offline.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true)
  let dialogs!: Dialogs
  function Screen() {
    dialogs = useDialogs()
    return null
  }
  render(
    <InterlineProvider>
      <Screen />
    </InterlineProvider>,
  )
  toastOf().failure('Driver not saved')
  expect(await dialogs.confirm({ title: 'Remove this note?', text: 'For good.' })).toBe(true)
  expect(confirm).toHaveBeenCalledWith('Remove this note?\n\nFor good.')
  expect(logged).toHaveBeenCalled()
  expect(screen.queryByText('Driver not saved')).toBeNull()

  network.down = false
  const answer = dialogs.confirm({ title: 'Remove that note?' })
  await screen.findByText('Driver not saved')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await answer).toBe(true)
  expect(confirm).toHaveBeenCalledTimes(1)
})
