import { expect, long, test } from '../harness/test.ts'
import type { Backend, Person } from '../harness/backend/backend.ts'
import type { Page } from '@playwright/test'
import { expectCode } from '../harness/page/screens.ts'

const bubble = (page: Page, text: string) => page.getByRole('log').locator('[data-sender]').filter({ hasText: text })
const input = (page: Page) => page.getByPlaceholder('Type a message...', { exact: true })

async function openChat(page: Page, person: Person) {
  await page.goto(`/user-chat/${person._id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Chat with ${person.full_name}`, exact: true }),
  ).toBeVisible()
  await expect(input(page)).toBeEnabled()
}

/** The events that the page emits over its socket from now on, as [event, payload]. */
function watchEmits(page: Page): [string, Record<string, unknown>][] {
  const emits: [string, Record<string, unknown>][] = []
  const take = (text: string) => {
    for (const packet of text.split('\x1e')) {
      const json = packet.match(/^42\d*(\[.*\])$/s)?.[1]
      if (json) emits.push(JSON.parse(json) as [string, Record<string, unknown>])
    }
  }
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => take(String(payload))))
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/') && request.method() === 'POST') take(request.postData() ?? '')
  })
  return emits
}

const history = async (backend: Backend, person: Person) =>
  (await backend.call('GET', `/user/chats/${person._id}`)).body.data as { sender_id: string; message: string }[]

test('§2 both sides talk: own messages on the right, others’ on the left, each with its dd/mm/yyyy hh:mm AM/PM', async ({
  page,
  backend,
}) => {
  const person = await backend.person('driver')
  const theirs = await person.connect()
  await openChat(page, person)

  await input(page).fill('Hello from the office')
  await input(page).press('Enter')
  await expect(bubble(page, 'Hello from the office')).toBeVisible()
  await expect(input(page)).toHaveValue('')
  await expect
    .poll(() => theirs.received.map(({ message }) => message), { timeout: 15_000 })
    .toEqual(['Hello from the office'])
  expect(theirs.received[0]).toMatchObject({ senderId: backend.user._id })

  theirs.send(backend.user._id, 'Hello from the road')
  await expect(bubble(page, 'Hello from the road')).toBeVisible()
  const [log, own, other] = await Promise.all([
    page.getByRole('log').boundingBox(),
    bubble(page, 'office').locator('> div').first().boundingBox(),
    bubble(page, 'road').locator('> div').first().boundingBox(),
  ])
  const middle = (log?.x ?? 0) + (log?.width ?? 0) / 2
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeGreaterThan(middle)
  expect(own?.x).toBeGreaterThan(other?.x ?? Infinity)
  expect(other?.x).toBeLessThan(middle)
  for (const text of ['office', 'road'])
    await expect(bubble(page, text).locator('time')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d (AM|PM)$/)

  await page.reload()
  await expect(bubble(page, 'Hello from the office')).toHaveCount(1)
  await expect(bubble(page, 'Hello from the road')).toHaveCount(1)
  theirs.close()
})

test('§5 blank messages are not sent; Shift+Enter begins a new line', async ({ page, backend }) => {
  const emits = watchEmits(page)
  const person = await backend.person('user')
  await openChat(page, person)
  await input(page).fill('   ')
  await input(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled()
  await input(page).fill('one')
  await input(page).press('Shift+Enter')
  await input(page).pressSequentially('two')
  await input(page).press('Enter')
  await expect(bubble(page, 'one')).toBeVisible()
  await expect
    .poll(() => emits.filter(([event]) => event === 'send-message').map(([, { message }]) => message), {
      timeout: 15_000,
    })
    .toEqual(['one\ntwo'])
})

test(
  '§2 the chat scrolls to the newest message, and leaves alone who reads further up',
  long,
  async ({ page, backend }) => {
    const person = await backend.person('user')
    const theirs = await person.connect()
    await openChat(page, person)
    for (let at = 1; at <= 30; at += 1) theirs.send(backend.user._id, `Line ${at} of a long story`)
    await expect(bubble(page, 'Line 30 of')).toBeInViewport()
    const log = page.getByRole('log')
    await log.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(bubble(page, 'Line 1 of')).toBeInViewport()
    theirs.send(backend.user._id, 'The newest of all')
    await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
    await expect(bubble(page, 'Line 1 of')).toBeInViewport()
    await page.getByRole('button', { name: '1 new message' }).click()
    await expect(bubble(page, 'The newest of all')).toBeInViewport()
    theirs.close()
  },
)

test('§4 a message shows only in its own conversation', long, async ({ page, backend }) => {
  const [here, elsewhere] = [await backend.person('user'), await backend.person('driver')]
  const [theirs, others] = [await here.connect(), await elsewhere.connect()]
  await openChat(page, here)
  others.send(backend.user._id, 'Meant for another chat')
  theirs.send(backend.user._id, 'Meant for this one')
  await expect(bubble(page, 'Meant for this one')).toBeVisible()
  await expect.poll(async () => (await history(backend, elsewhere)).length, { timeout: 15_000 }).toBe(1)
  await expect(bubble(page, 'Meant for another chat')).toHaveCount(0)
  theirs.close()
  others.close()
})

test('§2 a deep link and a reload know the person without route state', async ({ page, backend }) => {
  const person = await backend.person('driver')
  await openChat(page, person)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Chat with ${person.full_name}` })).toBeVisible()
})

test('§9 the chat panel is 92vh high and a bubble at most 60 % wide', async ({ page, backend }) => {
  const person = await backend.person('user')
  const theirs = await person.connect()
  await openChat(page, person)
  theirs.send(backend.user._id, 'A very long sentence about the road. '.repeat(20))
  const long = bubble(page, 'A very long sentence')
  await expect(long).toBeVisible()
  const [panel, log, width] = await Promise.all([
    page.getByRole('region', { name: /^Chat with/ }).boundingBox(),
    page.getByRole('log').boundingBox(),
    long.locator('> div').first().boundingBox(),
  ])
  expect(panel?.height).toBeCloseTo(0.92 * 900, 0)
  expect(width?.width).toBeLessThanOrEqual(0.6 * (log?.width ?? 0) + 1)
  expect(width?.width).toBeGreaterThan(0.4 * (log?.width ?? 0))
  theirs.close()
})

test('a message gets from sending over delivered to seen @product', long, async ({ page, backend }) => {
  const person = await backend.person('user')
  await openChat(page, person)
  await input(page).fill('Are you there?')
  await input(page).press('Enter')
  const progress = bubble(page, 'Are you there?').locator('[data-progress]')
  await expect(progress).toHaveAttribute('data-progress', 'sent')
  const theirs = await person.connect()
  await expect(progress).toHaveAttribute('data-progress', /delivered|seen|sent/)
  theirs.close()
})

test.describe('a session of its own', () => {
  test.use({ ownSession: true })

  test(
    'a draft belongs to its conversation, survives a reload, and ends with the session @product',
    long,
    async ({ page, backend }) => {
      const [person, another] = [await backend.person('user'), await backend.person('user')]
      await openChat(page, person)
      await input(page).fill('Half a thought')
      await page.reload()
      await expect(input(page)).toHaveValue('Half a thought')
      await openChat(page, another)
      await expect(input(page)).toHaveValue('')
      // A page that is just being left cannot be asked.
      const stored = () =>
        page
          .evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('interline-unsent:')))
          .catch(() => null)
      await expect.poll(async () => (await stored())?.length).toBe(1)
      await page.getByRole('button', { name: /Admin/ }).click()
      await page.getByRole('button', { name: 'Log Out' }).click()
      await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
      await expect.poll(stored).toEqual([])
    },
  )
})

test.describe('a connection that breaks', () => {
  // A read meanwhile fails within a second, and is logged.
  test.use({ noise: /WebSocket|ERR_|Failed to load resource|: network / })

  test(
    '§4 the socket comes back by itself, and what was written meanwhile arrives once',
    long,
    async ({ page, context, backend }) => {
      const person = await backend.person('user')
      const theirs = await person.connect()
      await openChat(page, person)
      await input(page).fill('Before')
      await input(page).press('Enter')
      await expect.poll(() => theirs.received.length, { timeout: 15_000 }).toBe(1)
      // By then the code of the question is here, which Log Out asks below.
      await expectCode(page)
      await context.setOffline(true)
      await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      await expect(page.getByText('Connection lost. Messages are sent as soon as it is back.')).toBeVisible({
        timeout: 45_000,
      })
      await input(page).fill('Meanwhile')
      await input(page).press('Enter')
      await expect(bubble(page, 'Meanwhile')).toBeVisible()
      const layoutNotice = page.getByText(/Live updates are paused/)
      await expect(layoutNotice).toBeAttached()
      await expect(layoutNotice, 'the chat says it itself').toBeHidden()
      await page.getByRole('button', { name: /Admin/ }).click()
      await page.getByRole('button', { name: 'Log Out' }).click()
      await page.getByRole('button', { name: 'Stay', exact: true }).click()
      await context.setOffline(false)
      await expect
        .poll(() => theirs.received.map(({ message }) => message), { timeout: 30_000 })
        .toEqual(['Before', 'Meanwhile'])
      await expect(bubble(page, 'Meanwhile')).toHaveCount(1)
      expect((await history(backend, person)).map(({ message }) => message)).toEqual(['Before', 'Meanwhile'])
      theirs.close()
    },
  )
})

test.describe('a reload without a connection', () => {
  test.use({ noise: /WebSocket|ERR_|Failed to load resource/ })

  test('what could not be sent goes out after a reload on a screen without chats', async ({ page, backend }) => {
    const person = await backend.person('user')
    const theirs = await person.connect()
    const sockets = '**/socket.io/**'
    await page.route(sockets, (route) => route.abort())
    await openChat(page, person)
    await input(page).fill('From before the reload')
    await input(page).press('Enter')
    await expect(bubble(page, 'From before the reload')).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drivers', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Drivers', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Drivers', exact: true })).toBeVisible()
    // False: the tab asks before it is closed.
    const mayClose = () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await expect.poll(mayClose, { timeout: 30_000 }).toBe(false)
    await page.unroute(sockets)
    await expect
      .poll(() => theirs.received.map(({ message }) => message), { timeout: 30_000 })
      .toEqual(['From before the reload'])
    await expect.poll(mayClose).toBe(true)
    theirs.close()
  })
})

test.describe('a person who is not there', () => {
  test.use({ noise: /404|Loading a conversation/ })

  test('a message to nobody stays and says that it was not sent @product', async ({ page }) => {
    await page.goto('/user-chat/nobody')
    await expect(page.getByText('No such person')).toBeVisible()
    await input(page).fill('Anybody there?')
    await input(page).press('Enter')
    await expect(bubble(page, 'Anybody there?')).toBeVisible()
    await page.getByRole('button', { name: 'Discard “Anybody there?”' }).click()
    await expect(page.getByText('No such person')).toBeVisible()
  })
})
