import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePreferences } from '../../session/index.ts'
import { FilterForm } from './filter-form.tsx'
import { filterText } from './filter-text.ts'

const created = { key: 'created', label: 'Created', options: [], chip: 'days' as const }

beforeEach(() => usePreferences.setState({ timeZone: 'UTC' }))
afterEach(cleanup)

it('sets a period with one click, and says which one is set', async () => {
  const onSet = vi.fn()
  render(<FilterForm filter={created} value="last-week" onSet={onSet} />)
  expect(screen.getByRole('button', { name: 'Last week', pressed: true })).toBeTruthy()
  for (const end of ['From', 'To']) expect(screen.getByLabelText<HTMLInputElement>(end).value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'This week', pressed: false }))
  expect(onSet.mock.calls).toEqual([['this-week']])
  expect(filterText(created, 'last-week')).toBe('Last week')
})

it('still takes days from one to another, and none that end before they begin', async () => {
  const onSet = vi.fn()
  render(<FilterForm filter={created} value="2026-01-05..2026-01-09" onSet={onSet} />)
  await userEvent.clear(screen.getByLabelText('To'))
  await userEvent.tab()
  expect(['From', 'To'].map((end) => screen.getByLabelText(end).dataset.blank)).toEqual(['false', 'true'])
  await userEvent.type(screen.getByLabelText('To'), '2026-01-01')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByRole('alert')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('From'))
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(onSet.mock.calls).toEqual([['..2026-01-01']])
})
