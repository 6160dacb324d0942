import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { done, isolateTests, openRoutes, refused, serveChange } from '@interline/shared/testing'
import { useToast } from '@interline/shared/ui'
import { dialogGone, findDialog, jane, openDrivers, queryDialog, serveDrivers } from '../test-kit.tsx'
import type { RemoteSettings } from '../settings.ts'
import { EditDriver } from './edit-driver.tsx'

const path = '/admin/edit-profile/driver'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const enter = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const fileOf = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name)
const anything = userEvent.setup({ applyAccept: false })

async function openEdit(driver: Record<string, unknown> = jane, settings: Partial<RemoteSettings> = {}) {
  const served = serveDrivers([driver])
  const router = await openDrivers('/drivers', settings)
  await userEvent.click(screen.getByRole('button', { name: 'Edit Jane Doe' }))
  const dialog = await findDialog('Edit Driver Details')
  const appended: unknown[][] = []
  vi.spyOn(FormData.prototype, 'append').mockImplementation((...entry: unknown[]) => void appended.push(entry))
  return { served, router, dialog, appended }
}

/** The dialog alone; `update` gives it the driver as they are by now, as the page of a driver does. */
async function openAlone(driver: Record<string, unknown>) {
  let update: (now: Record<string, unknown>) => void = () => undefined
  function Alone() {
    const [now, setNow] = useState(driver)
    update = setNow
    return <EditDriver driver={now} control={document.body} onClosed={() => undefined} />
  }
  openRoutes([{ path: '*', Component: Alone }])
  await findDialog('Edit Driver Details')
  return { update: (now: Record<string, unknown>) => act(() => update(now)) }
}

isolateTests()

describe('Edit Driver Details', () => {
  it('§2 has its six fields, the phone disabled, and three uploads with the current file names', async () => {
    const { dialog } = await openEdit()
    expect(
      ['Full Name', 'Email', 'Phone', 'Car Name', 'Driving Licence Number', 'Stripe Connect ID'].map(
        (label) => field(label).value,
      ),
    ).toEqual(['Jane Doe', 'jane@x.test', '+1 512 555 0101', 'Honda Accord 2020', 'TX-1234', ''])
    expect(field('Phone').disabled).toBe(true)
    for (const label of ['Driving Licence', 'Car Document', 'Car Insurance'])
      expect(field(label).accept).toBe('.jpg,.jpeg,.png,.pdf,.doc,.docx')
    expect(within(dialog).getByText('licence.pdf')).toBeTruthy()
    expect(within(dialog).getByText('car.pdf')).toBeTruthy()
    expect(within(dialog).getByText('No file yet')).toBeTruthy()
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter(Boolean),
    ).toEqual(['Cancel', 'Save Changes'])
  })

  it('§7 sends a multipart form with every text and only the chosen files, says Updated! and reloads', async () => {
    const sent = serveChange(path, done)
    const { appended, served } = await openEdit()
    enter('Car Name', 'Kia Niro')
    const file = fileOf('new-insurance.PDF')
    await userEvent.upload(field('Car Insurance'), file)
    expect(screen.getByText('new-insurance.PDF')).toBeTruthy()
    await save()
    await findDialog('Updated!')
    expect(screen.getByText('Driver profile updated successfully.')).toBeTruthy()
    expect(sent).toHaveLength(1)
    expect(appended).toEqual([
      ['_id', 'd1'],
      ['full_name', 'Jane Doe'],
      ['email', 'jane@x.test'],
      ['phone', '+1 512 555 0101'],
      ['car_name', 'Kia Niro'],
      ['driving_licence_number', 'TX-1234'],
      ['stripe_connect_id', ''],
      ['revision', '7'],
      ['car_insurance', file, 'new-insurance.PDF'],
    ])
    await dialogGone('Edit Driver Details')
    expect(served.loads).toBe(2)
  })

  it.each([
    ['an executable', fileOf('setup.exe'), 'setup.exe is not a JPG, PNG, PDF, DOC or DOCX file.'],
    ['a name without a type', fileOf('licence'), 'licence is not a JPG, PNG, PDF, DOC or DOCX file.'],
    ['more than 10 MB', fileOf('scan.pdf', 10 * 1024 * 1024 + 1), 'scan.pdf has 10.1 MB. The limit is 10 MB.'],
    ['an empty file', fileOf('scan.pdf', 0), 'scan.pdf is empty.'],
  ])('§5 takes no %s', async (_, file, message) => {
    await openEdit()
    await anything.upload(field('Driving Licence'), file)
    expect(screen.getByText(message)).toBeTruthy()
    expect(field('Driving Licence').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('licence.pdf')).toBeTruthy()
  })

  it('§5 takes exactly 10 MB, and gives the file back on request', async () => {
    await openEdit()
    await userEvent.upload(field('Driving Licence'), fileOf('scan.docx', 10 * 1024 * 1024))
    expect(screen.getByText('New file, 10 MB')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Do not replace Driving Licence' }))
    expect(screen.queryByText('scan.docx')).toBeNull()
    expect(screen.getByText('licence.pdf')).toBeTruthy()
  })

  it('takes a file no larger than a release sets, and says so', async () => {
    await openEdit(jane, { fileLimitMb: 2 })
    expect(screen.getByText('JPG, PNG, PDF, DOC or DOCX, 2 MB at most.')).toBeTruthy()
    await anything.upload(field('Driving Licence'), fileOf('scan.pdf', 2 * 1024 * 1024 + 1))
    expect(screen.getByText('scan.pdf has 2.1 MB. The limit is 2 MB.')).toBeTruthy()
  })

  it('puts what the server refused on its field and loses nothing', async () => {
    const errors = [
      { field: 'email', message: 'is in use already' },
      { field: 'driving_licence', message: 'is not a picture or document' },
    ]
    serveChange(path, refused(400, { errors }))
    const { dialog } = await openEdit()
    enter('Full Name', 'Jane Doe Roe')
    enter('Email', 'roe@x.test')
    await userEvent.upload(field('Driving Licence'), fileOf('scan.png'))
    await save()
    expect(await screen.findByText('is in use already')).toBeTruthy()
    await userEvent.tab()
    await userEvent.type(field('Car Name'), ' of 2021')
    expect(screen.getByText('is in use already')).toBeTruthy()
    expect(screen.getByText('is not a picture or document')).toBeTruthy()
    expect(within(dialog).getByText('scan.png')).toBeTruthy()
    expect(field('Full Name').value).toBe('Jane Doe Roe')
    expect(within(dialog).getByText(/The changes were not saved/)).toBeTruthy()
    expect(console.error).toHaveBeenCalledWith('Editing a driver: refused 400 (request r-1)')
  })

  it('asks for a name and for an address, but does not complain about what was there before', async () => {
    const sent = serveChange(path, done)
    await openEdit({ ...jane, email: 'unknown' })
    enter('Full Name', '\u3164')
    await save()
    expect(await screen.findByText('Enter the driver’s full name.')).toBeTruthy()
    expect(sent).toEqual([])
    enter('Full Name', 'Jane Roe')
    await save()
    await findDialog('Updated!')
  })

  it('shows what somebody else saved meanwhile, and replaces it only when told again', async () => {
    let conflict = true
    serveChange(path, () =>
      conflict ? refused(409, { changed_by: 'Bo', changed_at: '2024-05-02T10:00:00.000Z' })() : done(),
    )
    const { served, appended } = await openEdit()
    enter('Full Name', 'Jane Doe Roe')
    served.rows = [{ ...jane, car_name: 'Tesla Model 3', revision: 8 }]
    await save()
    await screen.findByText(/Bo did so .* ago/)
    expect(await screen.findByText('Saved meanwhile: Tesla Model 3')).toBeTruthy()
    expect(field('Full Name').value).toBe('Jane Doe Roe')
    expect(field('Car Name').value).toBe('Tesla Model 3')
    conflict = false
    appended.length = 0
    await save()
    await findDialog('Updated!')
    expect(appended).toContainEqual(['revision', '8'])
    expect(appended).toContainEqual(['full_name', 'Jane Doe Roe'])
    expect(appended).toContainEqual(['car_name', 'Tesla Model 3'])
  })

  it('calls nothing that was there when it opened saved meanwhile', async () => {
    const { update } = await openAlone(jane)
    update({ ...jane, car_name: 'Tesla Model 3', revision: 8 })
    expect(screen.queryByText(/Saved meanwhile/)).toBeNull()
  })

  it.each([
    ['offers Undo', jane, true],
    ['offers no Undo of a first email, which no backend takes away', { ...jane, email: null }, false],
  ])('%s', async (_, driver, isOffered) => {
    serveChange(path, done)
    await openAlone(driver)
    enter('Email', 'new@x.test')
    await save()
    await findDialog('Updated!')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await dialogGone('Updated!')
    // Notices come in their order.
    useToast().success('What comes after')
    await screen.findByText('What comes after')
    expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(isOffered ? 1 : 0)
  })

  it('can be saved after a change by somebody else that took the driver out of what is listed', async () => {
    const renamed = { ...jane, full_name: 'Zoe Doe', revision: 8 }
    const saved: unknown[] = []
    serveChange(path, () =>
      saved.some((entry) => entry === '8')
        ? done()
        : refused(409, { changed_by: 'Bo', changed_at: '2024-05-02T10:00:00.000Z' })(),
    )
    const { served } = await openEdit()
    vi.spyOn(FormData.prototype, 'append').mockImplementation(
      (name, value) => void (name === 'revision' && saved.push(value)),
    )
    enter('Car Name', 'Kia Niro')
    served.rows = []
    served.others = [renamed]
    await save()
    expect(await screen.findByText('Saved meanwhile: Zoe Doe')).toBeTruthy()
    await save()
    await findDialog('Updated!')
    expect(saved).toEqual(['7', '8'])
  })

  it('opens with the focus on the full name', async () => {
    await openEdit()
    await waitFor(() => expect(document.activeElement).toBe(field('Full Name')))
  })

  it('closes at once when nothing was changed', async () => {
    await openEdit()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await dialogGone('Edit Driver Details')
    expect(queryDialog('Discard your changes?')).toBeUndefined()
  })

  it('asks before unsaved changes are discarded', async () => {
    await openEdit()
    enter('Car Name', 'Honda Accord 2020!')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await dialogGone('Discard your changes?')
    expect(field('Car Name').value).toBe('Honda Accord 2020!')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await dialogGone('Edit Driver Details')
  })

  it('asks before Back leaves unsaved changes behind', async () => {
    const { router } = await openEdit()
    enter('Car Name', 'Honda Accord 2020!')
    void router.navigate(-1)
    await findDialog('Discard your changes?')
    expect(router.state.location.pathname).toBe('/drivers')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await screen.findByText('elsewhere')
  })

  it('asks once, however often Back is pressed', async () => {
    const { router } = await openEdit()
    enter('Car Name', 'Honda Accord 2020!')
    void router.navigate(-1)
    await findDialog('Discard your changes?')
    const blocked = () => [...router.state.blockers.values()][0]
    const first = blocked()
    act(() => void router.navigate(-1))
    await waitFor(() => expect(blocked()).not.toBe(first))
    expect(screen.getAllByRole('button', { name: 'Keep editing' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await dialogGone('Discard your changes?')
    expect(router.state.location.pathname).toBe('/drivers')
    void router.navigate(-1)
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await screen.findByText('elsewhere')
  })
})
