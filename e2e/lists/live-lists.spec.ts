import type { Browser, Page } from '@playwright/test'
import { admin, type Backend } from '../harness/backend/backend.ts'
import { officeBrowser } from '../harness/page/chromium.ts'
import { openScreen, rowOf } from '../harness/page/screens.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { expect, long, test, watchConsole } from '../harness/test.ts'

type Registered = { _id: string; full_name: string; token: string }

let made = 0
const newToken = () => `Liv${process.pid}x${Date.now().toString(36)}x${(made += 1)}`

/** A driver or user who registers now, as the person's own app does it. */
async function register(backend: Backend, role: 'driver' | 'user', full_name: string): Promise<Registered> {
  const email = `${full_name.replace(' ', '.').toLowerCase()}@people.test`
  const { body } = await backend.call('POST', '/user/auth/register', {
    role,
    full_name,
    email,
    phone: '+1 555 0100',
    password: 'a long enough password',
  })
  const { token, user } = body.data as { token: string; user: { _id: string } }
  return { _id: user._id, full_name, token }
}

/** The second administrator, in a browser of their own. */
async function secondAdmin(browser: Browser, backend: Backend, url: string): Promise<Page> {
  const { body } = await backend.call('POST', '/user/auth/admin-login', { ...admin, email: 'theo@interline.test' })
  const storageState = sessionState(url, body.data as Pick<Backend, 'token' | 'user'>)
  const context = await browser.newContext({
    baseURL: url,
    storageState,
    reducedMotion: 'reduce',
    locale: officeBrowser.locale,
    timezoneId: officeBrowser.timezoneId,
    viewport: { width: 1400, height: 560 },
  })
  return context.newPage()
}

/** Keys of the rows from top to bottom, where the page is scrolled to, and a mark that a reload would wipe out. */
const rowsOnScreen = (page: Page) =>
  page.evaluate(() => ({
    keys: Array.from(document.querySelectorAll<HTMLElement>('tr[data-row-key]'), (row) => row.dataset.rowKey),
    top: Math.round(document.querySelector('tr[data-row-key]')?.getBoundingClientRect().top ?? 0),
    scrolled: scrollY,
    mark: Reflect.get(window, 'stays') === true,
  }))
const pill = (page: Page, text: string) => page.locator('.il-changes').getByRole('button', { name: text })

test('the change of one administrator shows in the open table of another, in its place; new people wait behind a pill @product', async ({
  page,
  backend,
  browser,
  baseURL,
}) => {
  const token = newToken()
  const drivers: Registered[] = []
  for (let at = 1; at <= 7; at += 1) drivers.push(await register(backend, 'driver', `${token} ${at}`))
  const [, second, third] = drivers as [Registered, Registered, Registered]

  const theirs = await secondAdmin(browser, backend, baseURL ?? '')
  const logged = watchConsole(theirs)
  await openScreen(theirs, `/drivers?q=${token}`, 'Drivers')
  await expect(theirs.locator('tr[data-row-key]')).toHaveCount(7)
  await theirs.evaluate(() => void Reflect.set(window, 'stays', true))
  await theirs.mouse.move(700, 400)
  await theirs.mouse.wheel(0, 150)
  await expect.poll(async () => (await rowsOnScreen(theirs)).scrolled).toBe(150)
  const first = await rowsOnScreen(theirs)

  await openScreen(page, `/drivers?q=${token}`, 'Drivers')
  const verify = (on: Page) => rowOf(on, third).getByRole('switch', { name: /^Verify/ })
  await verify(page).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Seen on paper')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').filter({ hasText: 'Saved!' }).getByRole('button').click()
  await expect(verify(theirs)).toBeChecked({ timeout: 30_000 })
  await expect(rowOf(theirs, third)).toHaveAttribute('data-changed', 'once')
  expect(await rowsOnScreen(theirs)).toEqual(first)

  await rowOf(theirs, second).getByRole('button', { name: /^Edit/ }).click()
  const name = theirs.getByRole('dialog').getByRole('textbox', { name: 'Full Name', exact: true })
  await name.fill('Half a nam')
  const before = await rowsOnScreen(theirs)
  expect(before.keys).toEqual(first.keys)
  const fresh = await register(backend, 'driver', `${token} 8`)
  await expect(theirs.locator('.il-changes button')).toHaveText(/ · 1 new · Show$/, { timeout: 30_000 })
  await expect(theirs.locator('.il-changes [role=status]')).toHaveText('1 new driver')
  await expect(name).toHaveValue('Half a nam')
  await expect(name).toBeFocused()
  expect(await rowsOnScreen(theirs)).toEqual(before)

  await theirs.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  await pill(theirs, '1 new · Show').click()
  await expect.poll(async () => (await rowsOnScreen(theirs)).keys).toEqual([fresh._id, ...before.keys])
  await expect(pill(theirs, '1 new · Show')).toHaveCount(0)
  await expect(theirs.locator('.il-list-body')).toBeFocused()
  expect((await rowsOnScreen(theirs)).mark).toBe(true)

  // The person who saved it here has a pill for the new driver, and none for the change.
  await expect(page.locator('.il-changes button')).toHaveText(/ · 1 new · Show$/, { timeout: 30_000 })
  expect(logged).toEqual([])
  await theirs.context().close()
})

test(
  'rides, bookings, users and chats show what happens meanwhile: the first at once, changes in place, the next behind a pill @product',
  long,
  async ({ page, backend, context }) => {
    const token = newToken()
    const user = await register(backend, 'user', `${token} Una`)
    const driver = await register(backend, 'driver', `${token} Dan`)
    const as = async (who: Registered, path: string, payload: object) => {
      const answer = await fetch(`${backend.apiUrl}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
        body: JSON.stringify(payload),
      })
      return ((await answer.json()) as { data: { _id: string } }).data
    }
    const publish = (to: string) =>
      as(driver, '/driver/rides', {
        source: { address: 'Austin' },
        destination: { address: to },
        ride_time: '08:00 AM',
        amount: 20,
        passenger_capacity: 3,
      })

    await openScreen(page, `/driver-rides?q=${token}`, 'Driver Rides')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    const ride = await publish('Waco')
    await expect(rowOf(page, ride)).toContainText('Waco', { timeout: 30_000 })
    await publish('Dallas')
    await expect(pill(page, '1 new · Show')).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('tr[data-row-key]')).toHaveCount(1)

    await openScreen(page, `/user-rides?q=${token}`, 'User Rides')
    const booking = await as(user, '/user/bookings', { ride_id: ride._id })
    await expect(rowOf(page, booking)).toContainText('Pending', { timeout: 30_000 })
    await backend.call('POST', '/admin/ride/status', { _id: booking._id, status: 'Accepted' })
    await expect(rowOf(page, booking)).toContainText('Accepted', { timeout: 30_000 })
    await as(user, '/user/bookings', { ride_id: ride._id })
    await pill(page, '1 new · Show').click({ timeout: 30_000 })
    await expect(page.locator('tr[data-row-key]')).toHaveCount(2)

    const users = await context.newPage()
    await openScreen(users, `/users?q=${token}`, 'Users')
    await register(backend, 'user', `${token} Uma`)
    await expect(pill(users, '1 new · Show')).toBeVisible({ timeout: 30_000 })
    await users.close()

    const [early, late] = [await backend.person('user'), await backend.person('driver')]
    const [earlier, later] = [await early.connect(), await late.connect()]
    earlier.send(backend.user._id, 'I was first')
    await expect
      .poll(async () => (await backend.call('GET', '/user/chat-list')).body.data)
      .toContainEqual(expect.objectContaining({ party_id: early._id }))
    later.send(backend.user._id, 'I came after')
    await expect
      .poll(async () => (await backend.call('GET', '/user/chat-list')).body.data)
      .toContainEqual(expect.objectContaining({ party_id: late._id }))
    await openScreen(page, '/chats', 'Chats')
    const chat = (name: string) =>
      page.getByRole('list', { name: 'Chat List' }).getByRole('listitem').filter({ hasText: name })
    const order = () => page.getByRole('list', { name: 'Chat List' }).locator('.il-person-name').allTextContents()
    await expect(chat(early.full_name)).toContainText('I was first')
    const before = await order()
    expect(before.indexOf(late.full_name)).toBeLessThan(before.indexOf(early.full_name))
    earlier.send(backend.user._id, 'And again')
    await expect(chat(early.full_name)).toContainText('And again', { timeout: 30_000 })
    expect((await order()).filter((name) => before.includes(name))).toEqual(before)
    await page
      .locator('.il-changes button')
      .filter({ hasText: /newer · Show$/ })
      .click()
    await expect
      .poll(async () => (await order()).indexOf(early.full_name))
      .toBeLessThan((await order()).indexOf(late.full_name))
    earlier.close()
    later.close()
  },
)
