import { afterEach, describe, expect, it } from 'vitest'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { useSession } from '@interline/shared/session'
import { done, isolateTests, mockServer, refused, serveChange } from '@interline/shared/testing'
import { dialogGone, findDialog, jane, openDrivers, serveDrivers } from './test-kit.tsx'

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const cells = () =>
  within(screen.getAllByRole('row').find((row) => within(row).queryByText('Jane Doe')) as HTMLElement).getAllByRole(
    'cell',
  )

isolateTests()
afterEach(() => useSession.setState({ user: null }))

describe('the table', () => {
  it('§2 has the eleven columns of Drivers, in order', async () => {
    serveDrivers([jane])
    await openDrivers()
    const titles = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(titles).toEqual([
      'Driver Name',
      'Joined On',
      'Details',
      'Driving licence',
      'Car document',
      'Insurance',
      'Verify',
      'Re-Verify',
      'Connect',
      'Chat',
      'Edit',
    ])
    expect(screen.getByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
    expect(screen.getByText('Drivers List')).toBeTruthy()
    expect(screen.getByText('List of drivers')).toBeTruthy()
    expect(cells()[1]?.textContent).toBe('05/01/2024')
  })

  it('shows the notice that a release sets above the list, and none by default', async () => {
    serveDrivers([jane])
    await openDrivers()
    expect(screen.queryByRole('note')).toBeNull()
    cleanup()
    await openDrivers('/drivers', { notice: 'New papers since May' })
    expect(screen.getByRole('note').textContent).toBe('New papers since May')
  })

  it('offers no change to a role that may only look at drivers, and says so', async () => {
    const user = { _id: 'v', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
    useSession.setState({ user: { ...user, admin_role: 'viewer' } })
    serveDrivers([jane])
    await openDrivers()
    expect(screen.getByText('List of drivers. Your role may look at drivers, not change them.')).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(cells().map((cell) => cell.textContent)).toEqual(expect.arrayContaining(['No', 'Pending', '-']))
    const offered = within(cells()[0]?.closest('tr') as HTMLElement).getAllByRole('button')
    expect(offered.map((one) => one.getAttribute('aria-label'))).toEqual(['Details of Jane Doe', 'Chat with Jane Doe'])
  })

  it('§2 links documents, named with the row, in a new tab', async () => {
    serveDrivers([jane])
    await openDrivers()
    const link = screen.getByRole('link', { name: /^Driving licence of Jane Doe/ })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      jane.driving_licence,
      '_blank',
      'noopener noreferrer',
    ])
    expect(screen.getByRole('link', { name: /^Car document of Jane Doe/ })).toBeTruthy()
    expect(cells()[5]?.textContent).toBe('N/A')
  })

  it.each([['javascript:alert(1)'], ['data:text/html,<script>1</script>']])('leaves %s text', async (href) => {
    serveDrivers([{ ...jane, driving_licence: href, full_name: '<img src=x onerror=alert(1)>' }])
    await openDrivers()
    expect(screen.getByText(href)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Driving licence/ })).toBeNull()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  })

  it('draws a driver of whom nothing but nonsense came', async () => {
    serveDrivers([
      {
        full_name: 5,
        createdAt: {},
        reverify_status: [],
        is_driver_profile_approved: 'yes',
        stripe_connect_id: false,
        email: {},
      },
      jane,
    ])
    await openDrivers()
    expect(screen.getByRole('switch', { name: 'Verify 5' }).getAttribute('aria-checked')).toBe('false')
    expect((button('Edit 5') as HTMLButtonElement).disabled).toBe(true)
  })

  it('§2 shows Driver Details, N/A where there is nothing, the State ID cut', async () => {
    serveDrivers([{ ...jane, phone: null }])
    await openDrivers()
    await userEvent.click(button('Details of Jane Doe'))
    const dialog = await findDialog('Driver Details')
    const terms = within(dialog)
      .getAllByRole('term')
      .map((term) => term.textContent)
    expect(terms).toEqual(['Name', 'Email', 'Phone', 'Car Name', 'Driving Licence Number', 'Address', 'State ID'])
    expect(within(dialog).getAllByRole('definition')[2]?.textContent).toBe('N/A')
    const link = within(dialog).getByRole('link', { name: /^State ID of Jane Doe/ })
    expect(link.textContent).toBe(`${jane.state_id.slice(0, 45)}...`)
    expect([link.getAttribute('href'), link.getAttribute('title')]).toEqual([jane.state_id, jane.state_id])
  })

  it('§2 opens the chat in place of the table, with the way back', async () => {
    serveDrivers([jane])
    const router = await openDrivers('/drivers?q=jane')
    await userEvent.click(button('Chat with Jane Doe'))
    await screen.findByText('elsewhere')
    expect(router.state.location.pathname).toBe('/user-chat/d1')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(router.state.location.state).toEqual({
      user_id: 'd1',
      full_name: 'Jane Doe',
      role: 'driver',
      from: '/drivers?q=jane',
    })
  })
})

describe('Verify', () => {
  it.each([
    [false, 'Do you want to verify driver profile?'],
    [true, 'Do you want to remove verification?'],
  ])('§4 asks first, sends the opposite of %s, says so and reloads', async (approved, title) => {
    const served = serveDrivers([{ ...jane, is_driver_profile_approved: approved }])
    const sent = serveChange('/admin/verify-driver', () => {
      served.rows = [{ ...jane, is_driver_profile_approved: !approved }]
      return done()
    })
    await openDrivers()
    await userEvent.click(screen.getByRole('switch', { name: 'Verify Jane Doe' }))
    await findDialog(title)
    expect(sent).toEqual([])
    await userEvent.click(button('Save'))
    await findDialog('Saved!')
    expect(screen.getByText('The changes have been saved successfully.')).toBeTruthy()
    expect(sent).toEqual([{ driver_id: 'd1', is_driver_profile_approved: !approved, revision: 7 }])
    await waitFor(() =>
      expect(screen.getByRole('switch', { hidden: true }).getAttribute('aria-checked')).toBe(String(!approved)),
    )
    expect(served.loads).toBe(2)
  })

  const days = { driving_licence: '2024-05-01', car_document: '2099-05-01', car_insurance: null }

  it('says what is missing or expired, and saves with a reason alone', async () => {
    serveDrivers([{ ...jane, expires_on: days }])
    const sent = serveChange('/admin/verify-driver', done)
    await openDrivers()
    await userEvent.click(screen.getByRole('switch', { name: 'Verify Jane Doe' }))
    const dialog = within(await findDialog('Do you want to verify driver profile?'))
    const line = '2 documents are not in order: Driving licence expired on 05/01/2024, Insurance missing'
    expect(dialog.getByText(line)).toBeTruthy()
    const field = dialog.getByRole('textbox', { name: 'Reason' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('   ')
    await userEvent.click(button('Save'))
    expect(sent).toEqual([])
    await userEvent.type(field, 'Seen on paper ')
    await userEvent.click(button('Save'))
    await findDialog('Saved!')
    expect(sent).toEqual([{ driver_id: 'd1', is_driver_profile_approved: true, revision: 7, reason: 'Seen on paper' }])
  })

  it('§7 asks a backend that knows no days for no reason, and asks none to remove a verification', async () => {
    serveDrivers([jane, { ...jane, _id: 'd2', full_name: 'Bo', is_driver_profile_approved: true, expires_on: days }])
    await openDrivers()
    await userEvent.click(screen.getByRole('switch', { name: 'Verify Jane Doe' }))
    const dialog = within(await findDialog('Do you want to verify driver profile?'))
    expect(dialog.getByText('1 document is not in order: Insurance missing')).toBeTruthy()
    expect(dialog.queryByRole('textbox')).toBeNull()
    await userEvent.click(button('Cancel'))
    await dialogGone('Do you want to verify driver profile?')
    await userEvent.click(screen.getByRole('switch', { name: 'Verify Bo' }))
    expect((await findDialog('Do you want to remove verification?')).textContent).not.toContain('not in order')
  })

  it('goes on to the next driver when the one that was verified leaves a filtered list', async () => {
    const mina = { ...jane, _id: 'd2', full_name: 'Mina Silva' }
    const served = serveDrivers([jane, mina])
    serveChange('/admin/verify-driver', () => {
      served.rows = [{ ...jane, is_driver_profile_approved: true }, mina]
      return done()
    })
    await openDrivers('/drivers?verified=false&sort=full_name')
    await userEvent.click(screen.getByRole('switch', { name: 'Verify Jane Doe' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await findDialog('Saved!')
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Verify Jane Doe', hidden: true })).toBeNull())
    await userEvent.click(button('OK'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Verify Mina Silva' })))
  })

  it('§8 sends nothing when the question is cancelled', async () => {
    serveDrivers([jane])
    const sent = serveChange('/admin/verify-driver', done)
    await openDrivers()
    await userEvent.click(screen.getByRole('switch'))
    await findDialog('Do you want to verify driver profile?')
    await userEvent.click(button('Cancel'))
    await dialogGone('Do you want to verify driver profile?')
    expect(sent).toEqual([])
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  })

  it('§8 says Error when it fails and leaves the switch as it was', async () => {
    serveDrivers([jane])
    serveChange('/admin/verify-driver', () => HttpResponse.json({ success: false }))
    await openDrivers()
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await findDialog('Error')
    expect(screen.getByText('Failed to save changes. Please try again.')).toBeTruthy()
    await userEvent.click(button('OK'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('switch')))
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  })

  it('says who changed the driver in between, and reloads', async () => {
    const served = serveDrivers([jane])
    serveChange(
      '/admin/verify-driver',
      refused(409, { title: 'It was changed', changed_by: 'Maya Lindqvist', changed_at: '2024-05-02T10:00:00.000Z' }),
    )
    await openDrivers()
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await screen.findByText(/^It was changed\. Maya Lindqvist did so .* ago\.$/)
    await waitFor(() => expect(served.loads).toBe(2))
  })
})

describe('Re-Verify', () => {
  it('§4 approves a Pending one with a click, says so and reloads', async () => {
    const served = serveDrivers([jane])
    const sent = serveChange('/admin/re-verify-driver', () => {
      served.rows = [{ ...jane, reverify_status: 'Approved' }]
      return done()
    })
    await openDrivers()
    expect(button(/^Pending/).textContent).toBe('Pending')
    await userEvent.click(button(/^Pending/))
    await findDialog('Re-Verified!')
    expect(screen.getByText('Driver profile verified.')).toBeTruthy()
    expect(sent).toEqual([{ _id: 'd1', revision: 7 }])
    const settled = await screen.findByRole('button', { name: /^Verified/, hidden: true })
    expect([settled.textContent, (settled as HTMLButtonElement).disabled]).toEqual(['Verified', true])
  })

  it.each([
    [false, 1],
    [true, 0],
  ])('says what is not verified by it where Verify is %s', async (is_driver_profile_approved, lines) => {
    serveDrivers([{ ...jane, is_driver_profile_approved }])
    serveChange('/admin/re-verify-driver', done)
    await openDrivers()
    await userEvent.click(button(/^Pending/))
    const dialog = await findDialog('Re-Verified!')
    expect(within(dialog).getByText('Driver profile verified.')).toBeTruthy()
    const stillOff = 'The re-verification is approved. Verify is still off.'
    expect(within(dialog).queryAllByText(stillOff)).toHaveLength(lines)
  })

  it('says what is missing before, in the tooltip, and after, in the second line', async () => {
    serveDrivers([{ ...jane, is_driver_profile_approved: true }])
    serveChange('/admin/re-verify-driver', done)
    await openDrivers()
    const line = '1 document is not in order: Insurance missing'
    expect(button(/^Pending/).title).toBe(line)
    await userEvent.click(button(/^Pending/))
    const lines = [...(await findDialog('Re-Verified!')).querySelectorAll('p')].map((one) => one.textContent)
    expect(lines).toEqual(['Driver profile verified.', line])
  })

  it('goes on to the next driver when the one that was approved leaves a filtered list', async () => {
    const mina = { ...jane, _id: 'd2', full_name: 'Mina Silva' }
    const served = serveDrivers([mina, jane])
    serveChange('/admin/re-verify-driver', () => {
      served.rows = [mina, { ...jane, reverify_status: 'Approved' }]
      return done()
    })
    await openDrivers('/drivers?reverify_status=Pending&sort=-full_name')
    await userEvent.click(button('Pending: approve the re-verification of Jane Doe'))
    await findDialog('Re-Verified!')
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1))
    await userEvent.click(button('OK'))
    // The last one left: the driver before it is the nearest.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Mina Silva$/))
    expect(document.activeElement?.textContent).toBe('Pending')
  })

  it.each([[''], [null], ['Later'], [3]])('§4 shows - for %s', async (reverify_status) => {
    serveDrivers([{ ...jane, reverify_status }])
    await openDrivers()
    expect(cells()[7]?.textContent).toBe('-')
  })

  it('§8 logs a failure and says why in the row', async () => {
    serveDrivers([jane])
    serveChange('/admin/re-verify-driver', refused(422, { title: 'The documents are missing' }))
    await openDrivers()
    await userEvent.click(button(/^Pending/))
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toBe('Not re-verified. The documents are missing.Request r-1')
    expect(within(failure).getByRole('button', { name: 'Copy request id' })).toBeTruthy()
    expect(console.error).toHaveBeenCalledWith('Re-verifying a driver: refused 422 (request r-1)')
  })
})

describe('without a connection', () => {
  it('Re-Verify can be tried again before the list is read again', async () => {
    serveDrivers([jane])
    const sent = serveChange('/admin/re-verify-driver', () => HttpResponse.error())
    await openDrivers()
    mockServer.use(http.get('*/admin/drivers', () => delay('infinite')))
    await userEvent.click(button(/^Pending/))
    await screen.findByText(/It is not known whether/)
    await userEvent.click(button(/^Pending/))
    await waitFor(() => expect(sent).toHaveLength(2))
  })
})

describe('Connect', () => {
  const open = async () => {
    await userEvent.click(button('Add Stripe Connect ID of Jane Doe'))
    return findDialog('Connect Driver')
  }

  it('§4 shows the id once there is one', async () => {
    serveDrivers([{ ...jane, stripe_connect_id: 'acct_1' }])
    await openDrivers()
    expect(cells()[8]?.textContent).toBe('acct_1')
  })

  it('§5 takes no blank id, hints at an unlikely one, and connects', async () => {
    const served = serveDrivers([jane])
    const sent = serveChange('/admin/connect-driver', () => {
      served.rows = [{ ...jane, stripe_connect_id: 'pay_9' }]
      return done()
    })
    await openDrivers()
    await open()
    const submit = () => button('Submit') as HTMLButtonElement
    const input = screen.getByPlaceholderText('Enter Stripe Connect ID')
    expect(submit().disabled).toBe(true)
    await userEvent.type(input, ' \u200B ')
    expect(submit().disabled).toBe(true)
    await userEvent.clear(input)
    await userEvent.type(input, 'pay_9')
    expect(screen.getByText(/usually begin with acct_/)).toBeTruthy()
    await userEvent.click(submit())
    await findDialog('Connected!')
    expect(screen.getByText('Driver connected with Stripe connect id.')).toBeTruthy()
    expect(sent).toEqual([{ _id: 'd1', driver_connect_id: 'pay_9', revision: 7 }])
    await dialogGone('Connect Driver')
    expect(cells()[8]?.textContent).toBe('pay_9')
  })

  it('§8 says so, and can be closed, where the browser knows that it is offline', async () => {
    serveDrivers([jane])
    serveChange('/admin/connect-driver', () => HttpResponse.error())
    await openDrivers()
    const dialog = await open()
    await userEvent.type(screen.getByPlaceholderText('Enter Stripe Connect ID'), 'acct_5')
    fireEvent.offline(window)
    await userEvent.click(button('Submit'))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no connection to the server')
    fireEvent.online(window)
  })

  it('§8 keeps the modal and what was typed when it fails, with the reason inside', async () => {
    serveDrivers([jane])
    serveChange('/admin/connect-driver', () => HttpResponse.error())
    await openDrivers()
    const dialog = await open()
    await userEvent.type(screen.getByPlaceholderText('Enter Stripe Connect ID'), 'acct_5')
    expect(screen.queryByText(/usually begin with/)).toBeNull()
    await userEvent.click(button('Submit'))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no connection to the server')
    expect((screen.getByPlaceholderText('Enter Stripe Connect ID') as HTMLInputElement).value).toBe('acct_5')
    expect(console.error).toHaveBeenCalledWith('Connecting a driver: network')
  })
})
