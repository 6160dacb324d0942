import { expect, it, vi } from 'vitest'
import { fireEvent, renderHook } from '@testing-library/react'
import { useEscape } from './use-escape.ts'

it('leaves an Escape to the panel that is open over the screen, wherever the focus is', () => {
  const act = vi.fn()
  renderHook(() => useEscape(act))
  const panel = document.createElement('div')
  panel.setAttribute('popover', 'auto')
  panel.innerHTML = '<div role="dialog"></div>'
  document.body.append(panel)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(act).not.toHaveBeenCalled()
  // A closed panel is empty.
  panel.replaceChildren()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(act).toHaveBeenCalledTimes(1)
  panel.remove()
})
