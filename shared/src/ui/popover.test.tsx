import { useEffect, useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Popover } from './popover.tsx'

function Field() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} aria-label="Name" />
}

function Page() {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <button>Before</button>
      {isShown && (
        <Popover label="Filter, 2 set" title="Filter" button="F">
          {(close) => (
            <>
              <Field />
              <button onClick={close}>Apply</button>
              <button onClick={() => setShown(false)}>Leave</button>
            </>
          )}
        </Popover>
      )}
      <button>Next</button>
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Filter, 2 set' })
const panel = () => screen.queryByRole('dialog', { name: 'Filter' })
const isOpen = () => opener().getAttribute('aria-expanded')

async function open() {
  render(<Page />)
  await userEvent.click(opener())
  expect([panel() === null, isOpen(), document.activeElement]).toEqual([false, 'true', screen.getByLabelText('Name')])
}

it('has nothing in it until it is opened, and its button closes it again', async () => {
  await open()
  await userEvent.click(opener())
  expect([panel(), isOpen()]).toEqual([null, 'false'])
})

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['what is done in it', () => userEvent.click(screen.getByRole('button', { name: 'Apply' }))],
])('is closed by %s, and gives the focus back', async (_, act) => {
  await open()
  await act()
  expect([panel(), isOpen(), document.activeElement]).toEqual([null, 'false', opener()])
})

it('is closed by a click elsewhere, which has the focus', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect([panel(), document.activeElement?.textContent]).toEqual([null, 'Next'])
})

it('is closed when the focus leaves it, forwards and backwards past its button', async () => {
  await open()
  for (let at = 0; at < 2; at++) await userEvent.tab()
  expect(panel()).not.toBeNull()
  await userEvent.tab()
  expect([panel(), document.activeElement?.textContent]).toEqual([null, 'Next'])
  await userEvent.click(opener())
  await userEvent.tab({ shift: true })
  expect([panel() === null, document.activeElement]).toEqual([false, opener()])
  await userEvent.tab({ shift: true })
  expect(panel()).toBeNull()
})

it('goes with its screen', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(panel()).toBeNull()
})

it('leaves Escape to a list that is open inside of it', async () => {
  render(
    <Popover label="Choose" button="Choose">
      {() => (
        <>
          <input aria-label="Zone" role="combobox" aria-controls="zones" aria-expanded="true" />
          <input aria-label="Name" />
        </>
      )}
    </Popover>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  const isLeft = async (name: string) => fireEvent.keyDown(await screen.findByLabelText(name), { key: 'Escape' })
  expect([await isLeft('Zone'), await isLeft('Name')]).toEqual([false, true])
})
