import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { InterlineProvider } from '@interline/shared/ui'
import { Composer } from './composer.tsx'

beforeEach(() => sessionStorage.clear())

function open(partyId = 'p') {
  const onSend = vi.fn()
  render(
    <InterlineProvider>
      <Composer partyId={partyId} name="Jane Doe" onSend={onSend} />
    </InterlineProvider>,
  )
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message to Jane Doe')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  return { onSend, input, type, button: () => screen.getByLabelText<HTMLButtonElement>('Send message') }
}

it('§2 has the placeholder to the letter, sends on Enter and on the button, and is empty afterwards', () => {
  const { onSend, input, type, button } = open()
  expect(input.placeholder).toBe('Type a message...')
  type('one')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(input.value).toBe('')
  type('two')
  fireEvent.click(button())
  expect(onSend.mock.calls).toEqual([['one'], ['two']])
})

it.each([
  ['white space', ' \n '],
  ['zero-width characters', '\u200B\u2060'],
  ['an empty cell of braille', '\u2800'],
  ['a filler that takes a place and shows nothing', '\u3164'],
])('§5 sends no blanks: %s', (_, text) => {
  const { onSend, input, type, button } = open()
  type(text)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(button().disabled).toBe(true)
  expect(onSend).not.toHaveBeenCalled()
})

it.each([
  ['Shift+Enter', { shiftKey: true }],
  ['the Enter that ends a composition', { isComposing: true }],
  ['that Enter as Safari reports it', { keyCode: 229 }],
])('leaves %s to the text', (_, how) => {
  const { onSend, input, type } = open()
  type('かな')
  const event = createEvent.keyDown(input, { key: 'Enter', ...how })
  fireEvent(input, event)
  expect(onSend).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(false)
})

it('keeps a draft for each conversation until it is sent', () => {
  open('p').type('half a thought')
  cleanup()
  expect(open('q').input.value).toBe('')
  cleanup()
  const back = open('p')
  expect(back.input.value).toBe('half a thought')
  fireEvent.keyDown(back.input, { key: 'Enter' })
  cleanup()
  expect(open('p').input.value).toBe('')
})

it('sends no more than the server takes, cuts nothing off, and says how much is left near the end or too much', () => {
  const { input, type, button, onSend } = open()
  expect(screen.queryByRole('status')).toBeNull()
  type('x'.repeat(3950))
  expect(screen.getByRole('status').textContent).toBe('50 characters left')
  type('x'.repeat(4001))
  expect(screen.getByRole('status').textContent).toBe('1 character too many to send')
  expect(button().disabled).toBe(true)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onSend).not.toHaveBeenCalled()
  expect(input.value).toHaveLength(4001)
})
