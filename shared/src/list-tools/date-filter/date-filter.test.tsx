import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { usePreferences } from '../../session/index.ts'
import { DateFilter } from './date-filter.tsx'

const open = (value: string | null = null) => {
  const onChange = vi.fn()
  render(<DateFilter value={value} onChange={onChange} />)
  return { onChange, box: screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter by Date' }) }
}

const cell = (day: string) => document.querySelector<HTMLButtonElement>(`td[title="${day}"] button`)

beforeEach(() => usePreferences.setState({ timeZone: 'UTC' }))

describe('date filter', () => {
  it('§2 is labelled Filter by Date with placeholder Select date', () => {
    expect(open().box.placeholder).toBe('Select date')
  })

  it('says whose days these are', () => {
    usePreferences.setState({ timeZone: 'America/New_York' })
    const { box } = open()
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Days in America/New_York',
    )
  })

  it('says the day as a label, whatever the time zone', async () => {
    usePreferences.setState({ timeZone: 'Pacific/Kiritimati' })
    const { onChange, box } = open()
    await userEvent.type(box, '03/31/2024{Enter}')
    expect(onChange).toHaveBeenLastCalledWith('2024-03-31')
  })

  it('§2 can be cleared', async () => {
    const { onChange } = open('2024-03-31')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  it.each([
    ['UTC', '2024-05-01', '2024-05-02'],
    ['Asia/Tokyo', '2024-05-02', '2024-05-03'],
    ['America/Los_Angeles', '2024-05-01', '2024-05-02'],
  ])('§5 offers no day after today, and today is that of %s', async (zone, today, tomorrow) => {
    vi.useFakeTimers({ now: Date.parse('2024-05-01T20:00:00Z'), toFake: ['Date'] })
    usePreferences.setState({ timeZone: zone })
    const { box } = open()
    await userEvent.click(box)
    await waitFor(() => expect(cell(today)).not.toBeNull())
    expect(cell(today)?.disabled).toBe(false)
    expect(cell(tomorrow)?.disabled).toBe(true)
    vi.useRealTimers()
  })

  it('§5 does not take a typed day in the future', async () => {
    const { onChange, box } = open()
    await userEvent.type(box, '01/01/2999{Enter}')
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Not a day up to today')
    expect([(box as HTMLInputElement).value, box.getAttribute('aria-invalid')]).toEqual(['01/01/2999', 'true'])
    await userEvent.clear(box)
    await userEvent.type(box, '03/31/2024{Enter}')
    expect(onChange).toHaveBeenLastCalledWith('2024-03-31')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('emits the day that is clicked, closes, and has the focus again', async () => {
    const { onChange, box } = open('2024-03-31')
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
    await userEvent.click(screen.getByRole('button', { name: 'Thursday, February 29, 2024' }))
    expect(onChange.mock.calls).toEqual([['2024-02-29']])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(box)
  })

  it('is worked with the keyboard alone', async () => {
    const { onChange, box } = open('2024-03-31')
    box.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell('2024-03-31'))
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}{PageUp}{Home}')
    expect(document.activeElement).toBe(cell('2024-02-18'))
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls).toEqual([['2024-02-18']])
    expect(document.activeElement).toBe(box)
  })

  it('goes no further than today', async () => {
    vi.useFakeTimers({ now: Date.parse('2024-05-01T20:00:00Z'), toFake: ['Date'] })
    const { box } = open('2024-04-29')
    box.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{PageDown}')
    expect(document.activeElement).toBe(cell('2024-05-01'))
    expect(screen.getByRole('button', { name: 'Next month' }).getAttribute('aria-disabled')).toBe('true')
    vi.useRealTimers()
  })

  it('forgets what was typed when that is left with Escape or for another field', async () => {
    const { onChange, box } = open('2024-03-31')
    await userEvent.type(box, '9{Escape}')
    expect([box.value, screen.queryByRole('dialog')]).toEqual(['03/31/2024', null])
    await userEvent.type(box, '9')
    await userEvent.click(document.body)
    expect([box.value, screen.queryByRole('dialog'), onChange.mock.calls]).toEqual(['03/31/2024', null, []])
  })

  it('is cleared by an empty field as well', async () => {
    const { onChange, box } = open('2024-03-31')
    await userEvent.clear(box)
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls).toEqual([[null]])
  })
})
