import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { violationCodes, ReleaseRefused } from '@interline/federation/runtime'
import { RefusedRelease } from './refused-release.tsx'
import { UncheckedRelease } from '../releases/unchecked-release.tsx'

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = vi.fn()
    disconnect = vi.fn()
  },
)

it.each(violationCodes)('says in human words why a release is refused: %s', (code) => {
  render(<RefusedRelease error={new ReleaseRefused(code, 'release 7')} />)
  const alert = screen.getByRole('alert')
  expect(alert.dataset.violation).toBe(code)
  expect(alert.textContent).toMatch(/This page.+\./)
  expect(alert.textContent).not.toContain(`refused.${code}`)
  expect(screen.getByText(`${code}: release 7`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
})

it('refuses as well when the check itself fails', () => {
  render(<RefusedRelease error={new TypeError('no document')} />)
  expect(screen.getByRole('alert').textContent).toContain('could not be checked')
  expect(screen.getByText('failed: no document')).toBeTruthy()
})

it.each([
  ['insecure-address', /not encrypted/],
  ['old-browser', /too old/],
] as const)('says that a release could not be checked, until that is put away: %s', async (doubt, text) => {
  render(<UncheckedRelease doubt={doubt} />)
  expect(screen.getByRole('status').textContent).toMatch(text)
  await userEvent.click(screen.getByRole('button', { name: 'Understood' }))
  expect(screen.queryByRole('status')).toBeNull()
})
