import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { LoginData } from '../contract/index.ts'
import { ApiError } from '../api/index.ts'
import { bookingStatuses } from '../contract/index.ts'
import { session } from '../session/index.ts'
import { MemoryRouter } from '../router/index.ts'
import {
  Button,
  DocumentLink,
  initialsOf,
  InterlineProvider,
  PageTitle,
  PersonCell,
  ErrorState,
  holdFocus,
  StatusBadge,
  useDialogs,
  useToast,
} from './index.ts'
import { DetailsModal } from '../forms/index.ts'

describe('a document', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '<img src=x onerror=alert(1)>'])(
    'stays text when its link is %s',
    (href) => {
      render(<DocumentLink href={href} label="Insurance of Jane Doe" />)
      expect(screen.queryByRole('link')).toBeNull()
      expect(screen.getByText(href)).toBeTruthy()
    },
  )

  it('opens in a new tab that cannot reach back', () => {
    render(<DocumentLink href="https://files.test/uploads/ins%20a.pdf?s=1" label="Insurance of Jane Doe" />)
    const link = screen.getByRole('link', { name: 'Insurance of Jane Doe (opens in a new tab)' })
    expect([link.getAttribute('target'), link.getAttribute('rel'), link.textContent]).toEqual([
      '_blank',
      'noopener noreferrer',
      'ins a.pdf',
    ])
  })

  it.each([[null], [''], [undefined]])('§2 is N/A when it is %s', (href) => {
    render(<DocumentLink href={href} label="Insurance" text="View" />)
    expect(screen.getByText('N/A')).toBeTruthy()
  })
})

describe('a status', () => {
  it('§4 has its colour, and any other value a plain badge', () => {
    render(
      <>
        {[...bookingStatuses, 'Lost'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </>,
    )
    const hues = [...bookingStatuses, 'Lost'].map((status) => [status, screen.getByText(status).dataset.hue])
    expect(Object.fromEntries(hues)).toEqual({
      Accepted: 'green',
      Rejected: 'red',
      Pending: 'yellow',
      Canceled: 'orange',
      Completed: 'slate-blue',
      Started: 'sky-blue',
      Lost: 'plain',
    })
  })
})

it('a name, and a status that nobody knows, that would make a row as high as the screen is cut, with all of it in its tooltip', () => {
  const long = 'Very '.repeat(40).trim()
  render(
    <>
      <PersonCell name={long} />
      <PersonCell name="Jane Doe" />
      <StatusBadge status={`${long} Lost`} />
    </>,
  )
  for (const text of [long, `${long} Lost`])
    expect([screen.getByText(text).dataset['long'], screen.getByText(text).title]).toEqual(['true', text])
  expect(screen.getByText('Jane Doe').hasAttribute('title')).toBe(false)
})

describe('details', () => {
  it('§2 show N/A for each empty value and close', async () => {
    let closed = 0
    const rows = [
      ['Name', 'Jane Doe'],
      ['Email', ''],
      ['Phone', null],
      ['Seats', 4],
      ['Card', <b key="c">bold</b>],
    ] as const
    render(<DetailsModal title="Driver Details" open onClose={() => (closed += 1)} rows={rows} />)
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'Jane Doe',
      'N/A',
      'N/A',
      '4',
      'bold',
    ])
    await userEvent.click(screen.getByText('Close'))
    expect(closed).toBe(1)
  })
})

describe('the page title', () => {
  it('§2 leads home, to the parent and the sub-parent, and names where one is', () => {
    render(
      <MemoryRouter>
        <PageTitle
          title="Chat with Jane"
          parent={{ title: 'Dashboard', to: '/' }}
          subParent={{ title: 'Chats', to: '/chats' }}
          current="Chat"
        />
      </MemoryRouter>,
    )
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/', '/chats'])
    expect(screen.getByText('Chat').getAttribute('aria-current')).toBe('page')
    expect(document.title).toBe('Chat with Jane · Interline')
  })
})

describe('ErrorState', () => {
  it('says what, why and the request id', () => {
    render(<ErrorState what="Notifications" error={new ApiError({ kind: 'refused', status: 500, requestId: 'r-3' })} />)
    expect(screen.getByRole('alert').textContent).toContain('Notifications could not be loaded')
    expect(screen.getByText('r-3').parentElement?.textContent).toBe('Request r-3')
  })

  it('says of an error that came without an id nothing about one', () => {
    render(<ErrorState what="Notifications" error={new ApiError({ kind: 'network' })} />)
    expect(screen.queryByRole('button', { name: 'Copy request id' })).toBeNull()
  })

  it('copies the request id, and selects it where scripts may not copy', async () => {
    const person = userEvent.setup()
    render(<ErrorState what="Notifications" error={new ApiError({ kind: 'refused', status: 500, requestId: 'r-3' })} />)
    const copy = screen.getByRole('button', { name: 'Copy request id' })
    await person.click(copy)
    expect(await navigator.clipboard.readText()).toBe('r-3')
    expect((await screen.findByText('Request id copied')).getAttribute('role')).toBe('status')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))
    await person.click(copy)
    await waitFor(() => expect(String(window.getSelection())).toBe('r-3'))
  })
})

describe('the focus on Retry', () => {
  function Visits() {
    const [state, setState] = useState<'failed' | 'loading' | 'here'>('failed')
    const error = new ApiError({ kind: 'network' })
    return (
      <>
        <section>
          <h2>Visits</h2>
          {state === 'failed' && <ErrorState what="Visits" error={error} onRetry={() => setState('loading')} />}
          {state === 'here' && <p>Three visits</p>}
        </section>
        <button onClick={() => setState('failed')}>fail</button>
        <button onClick={() => setState('here')}>come</button>
      </>
    )
  }
  const retry = () => screen.getByRole('button', { name: 'Retry' })

  it.each([
    ['dialog', 'a dialog without a heading'],
    ['region', 'a region without a heading'],
  ])('goes to the %s of what was loaded again where it has no heading', async (role, name) => {
    function Section() {
      const [isHere, setHere] = useState(false)
      return (
        <div role={role} aria-label={name}>
          {!isHere && <ErrorState what="It" error={new ApiError({ kind: 'network' })} onRetry={() => setHere(true)} />}
        </div>
      )
    }
    render(<Section />)
    await userEvent.click(retry())
    expect(document.activeElement).toBe(screen.getByRole(role, { name }))
  })

  it('goes to the screen when what failed was all of it, its heading too', async () => {
    function All() {
      const [isHere, setHere] = useState(false)
      const failed = (
        <section ref={holdFocus}>
          <h1>Drivers is unavailable</h1>
          <button onClick={() => setHere(true)}>Retry</button>
        </section>
      )
      return <main>{isHere ? <p>Drivers</p> : failed}</main>
    }
    render(<All />)
    await userEvent.click(retry())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('goes to the heading of what was loaded again', async () => {
    render(<Visits />)
    await userEvent.click(retry())
    fireEvent.click(screen.getByText('come'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Visits' }))
  })

  it('is on Retry after another failure', async () => {
    render(<Visits />)
    await userEvent.click(retry())
    fireEvent.click(screen.getByText('fail'))
    expect(document.activeElement).toBe(retry())
  })

  it('is not taken from where it went meanwhile', async () => {
    render(<Visits />)
    await userEvent.click(retry())
    screen.getByText('come').focus()
    fireEvent.click(screen.getByText('fail'))
    expect(document.activeElement).toBe(screen.getByText('come'))
  })
})

describe('a person', () => {
  it.each([
    ['Jane Mary Doe', 'JD'],
    ['jane', 'J'],
    ['', '·'],
    ['  ', '·'],
    ['Łukasz Żak', 'ŁŻ'],
    ['<b>', '·'],
  ])('has initials: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('shows markup in a name as text', () => {
    render(<PersonCell name="<img src=x onerror=alert(1)>" picture="javascript:alert(1)" />)
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })
})

describe('dialogs and toasts', () => {
  function DialogButtons({ answers }: { answers: unknown[] }) {
    const dialogs = useDialogs()
    const toast = useToast()
    return (
      <>
        <Button
          onClick={() =>
            void dialogs
              .confirm({ title: 'Do you want to verify driver profile?' })
              .then((answer) => answers.push(answer))
          }
        >
          ask
        </Button>
        <Button onClick={() => void dialogs.confirm({ title: 'Discard your changes?', danger: true })}>discard</Button>
        <Button onClick={() => void dialogs.success('Saved!', 'The changes have been saved successfully.')}>
          tell
        </Button>
        <Button onClick={() => toast.failure('Please try again.', 'No connection')}>toast</Button>
      </>
    )
  }

  const open = () => {
    const answers: unknown[] = []
    render(
      <InterlineProvider>
        <DialogButtons answers={answers} />
      </InterlineProvider>,
    )
    return answers
  }

  it('§8 asks with the buttons Save and Cancel', async () => {
    const answers = open()
    await userEvent.click(screen.getByText('ask'))
    await userEvent.click(await screen.findByText('Save'))
    await waitFor(() => expect(answers).toEqual([true]))
  })

  it('asks once what was pressed twice before the question came', async () => {
    const answers = open()
    fireEvent.click(screen.getByText('ask'))
    fireEvent.click(screen.getByText('ask'))
    await userEvent.click(await screen.findByText('Save'))
    await waitFor(() => expect(answers).toEqual([false, true]))
  })

  it.each([
    ['ask', 'Save'],
    ['discard', 'Cancel'],
  ])('puts the focus where nothing is lost: %s', async (question, button) => {
    open()
    await userEvent.click(screen.getByText(question))
    await screen.findByText(button)
    await waitFor(() => expect(document.activeElement?.textContent).toBe(button))
  })

  it.each(['Cancel', '{Escape}'])('takes %s for no', async (how) => {
    const answers = open()
    await userEvent.click(screen.getByText('ask'))
    const cancel = await screen.findByText('Cancel')
    await (how === 'Cancel' ? userEvent.click(cancel) : userEvent.keyboard(how))
    await waitFor(() => expect(answers).toEqual([false]))
  })

  it('takes a question away, unanswered, with the session it was asked in', async () => {
    session.getState().signIn({ token: 't', user: {} } as LoginData)
    const answers = open()
    await userEvent.click(screen.getByText('ask'))
    await screen.findByText('Save')
    act(() => session.getState().signOut('expired'))
    await waitFor(() => expect(answers).toEqual([false]))
    await waitFor(() => expect(screen.queryByText('Save')).toBeNull())
  })

  it('shows nobody what came of an act of a session that is over', async () => {
    session.getState().signIn({ token: 't', user: {} } as LoginData)
    open()
    act(() => session.getState().signOut('expired'))
    await userEvent.click(screen.getByText('tell'))
    session.getState().signIn({ token: 't', user: {} } as LoginData)
    await userEvent.click(screen.getByText('toast'))
    expect(await screen.findByText('Please try again.')).toBeTruthy()
    expect(screen.queryByText('The changes have been saved successfully.')).toBeNull()
  })

  it('§8 shows success', async () => {
    open()
    await userEvent.click(screen.getByText('tell'))
    expect(await screen.findByText('The changes have been saved successfully.')).toBeTruthy()
  })

  it('§9 toasts, with the cause on a second line', async () => {
    open()
    await userEvent.click(screen.getByText('toast'))
    expect(await screen.findByText('Please try again.')).toBeTruthy()
    expect(screen.getByText('No connection')).toBeTruthy()
  })

  it('§9 a toast leaves by itself after 5000 ms', async () => {
    vi.useFakeTimers({
      toFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'Date',
        'performance',
        'requestAnimationFrame',
        'cancelAnimationFrame',
      ],
    })
    try {
      open()
      fireEvent.click(screen.getByText('toast'))
      await act(() => vi.advanceTimersByTimeAsync(100))
      expect(screen.getByText('Please try again.')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(4700))
      expect(screen.queryByText('Please try again.')).not.toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(3000))
      expect(screen.queryByText('Please try again.')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
