import { expect, it, vi } from 'vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RowButton, RowSwitch } from '../../list/index.ts'

it('a button without text has its name as tooltip, and passes on which control was clicked', async () => {
  const onClick = vi.fn()
  render(<RowButton label="Details of Jane Doe" icon="eye" onClick={onClick} />)
  const button = screen.getByRole('button', { name: 'Details of Jane Doe' })
  expect(button.title).toBe('Details of Jane Doe')
  await userEvent.click(button)
  expect(onClick.mock.calls).toEqual([[button]])
})

it('a button with text is named with its row, and says that its act is under way', () => {
  const { rerender } = render(<RowButton label="Approve Jane Doe" icon="clock" text="Pending" />)
  const button = screen.getByRole('button', { name: 'Approve Jane Doe' })
  expect([button.textContent, button.title, button.getAttribute('aria-busy')]).toEqual(['Pending', '', 'false'])
  rerender(<RowButton label="Approve Jane Doe" icon="clock" text="Pending" busy />)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.querySelector('use')?.getAttribute('href')).toBe('/svg/sprite.svg#refresh')
})

it('a switch shows what its row says and asks for the change with mouse and keyboard', async () => {
  const onToggle = vi.fn()
  const { rerender } = render(<RowSwitch label="Verify Jane Doe" on={false} onToggle={onToggle} />)
  const control = screen.getByRole('switch', { name: 'Verify Jane Doe' })
  await userEvent.click(control)
  await userEvent.keyboard(' {Enter}')
  expect(onToggle).toHaveBeenCalledTimes(3)
  expect(control.getAttribute('aria-checked')).toBe('false')
  rerender(<RowSwitch label="Verify Jane Doe" on disabled onToggle={onToggle} />)
  await userEvent.click(control)
  expect([control.getAttribute('aria-checked'), onToggle.mock.calls.length]).toEqual(['true', 3])
})
