import { io } from 'socket.io-client'
import { sessionState } from '../harness/backend/session-state.ts'
import { expect, long, test } from '../harness/test.ts'
import type { Backend, Person } from '../harness/backend/backend.ts'
import type { Page } from '@playwright/test'

const input = (page: Page) => page.getByPlaceholder('Type a message...', { exact: true })
const presence = (page: Page) => page.getByRole('region', { name: /^Chat with/ }).locator('header p')
const typing = (page: Page) => page.locator('[data-colleague]')

async function openChat(page: Page, person: Person) {
  await page.goto(`/user-chat/${person._id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Chat with ${person.full_name}`, exact: true }),
  ).toBeVisible()
  await expect(input(page)).toBeEnabled()
}

/** A driver's or user's app that knows typing too. */
async function joinWithTyping(backend: Backend, person: Person) {
  const socket = io(backend.apiUrl, { forceNew: true, transports: ['websocket'], auth: { token: person.token } })
  const typed: { senderId: string; isTyping: boolean }[] = []
  socket.on('typing', (one: (typeof typed)[number]) => typed.push(one))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return {
    typed,
    type: (isTyping = true) => void socket.emit('typing', { receiverId: backend.user._id, isTyping }),
    send: (message: string) =>
      void socket.emit('send-message', { senderId: person._id, receiverId: backend.user._id, message }),
    close: () => void socket.disconnect(),
  }
}

test(
  'the chat says who is connected and who types, without moving anything, and the person receives typing too @product',
  long,
  async ({ page, backend }) => {
    const person = await backend.person('user')
    await openChat(page, person)
    await expect(presence(page)).toHaveText('Offline')
    const theirs = await joinWithTyping(backend, person)
    await expect(presence(page)).toHaveText('Online')
    theirs.send('Are you there?')
    await expect(page.getByRole('log').getByText('Are you there?')).toBeVisible()

    const positions = () =>
      Promise.all(
        [page.getByRole('log'), input(page), page.getByRole('heading', { level: 1 })].map((one) => one.boundingBox()),
      )
    const before = await positions()
    theirs.type()
    await expect(typing(page)).toHaveText(`${person.full_name} is typing…`)
    expect(await positions()).toEqual(before)
    theirs.send('Hello?')
    await expect(page.getByRole('log').getByText('Hello?')).toBeVisible()
    await expect(typing(page)).toHaveCount(0)
    theirs.type()
    await expect(typing(page)).toBeVisible()
    theirs.type(false)
    await expect(typing(page)).toHaveCount(0)

    await input(page).pressSequentially('Yes')
    await expect
      .poll(() => theirs.typed, { timeout: 15_000 })
      .toMatchObject([{ senderId: backend.user._id, isTyping: true }])
    await input(page).fill('')
    await expect.poll(() => theirs.typed.at(-1)?.isTyping, { timeout: 15_000 }).toBe(false)
    theirs.close()
    await expect(presence(page)).toHaveText(/^Last seen .*ago$/, { timeout: 20_000 })
  },
)

test('the Chat List shows who is connected and who types @product', long, async ({ page, backend }) => {
  const person = await backend.person('driver')
  const theirs = await joinWithTyping(backend, person)
  theirs.send('Good morning')
  await page.goto('/chats')
  const row = page.getByRole('list', { name: 'Chat List' }).getByRole('listitem').filter({ hasText: person.full_name })
  await expect(row.getByText('Online')).toBeVisible()
  await expect(row.locator('[aria-hidden][data-online]')).toHaveAttribute('data-online', 'true')
  theirs.type()
  await expect(row.getByText('Typing…')).toBeVisible()
  theirs.type(false)
  await expect(row.getByText('Good morning')).toBeVisible()
  theirs.close()
})

test(
  'two administrators see that the other views the conversation and replies, and then the reply @product',
  long,
  async ({ page, backend, browser, baseURL }) => {
    const person = await backend.person('user')
    const login = await backend.call('POST', '/user/auth/admin-login', {
      email: 'theo@interline.test',
      password: 'interline-demo',
    })
    const theo = login.body.data as { token: string; user: { _id: string; full_name: string } }
    const context = await browser.newContext({
      baseURL,
      storageState: sessionState(baseURL ?? '', { ...backend, ...theo }),
    })
    const other = await context.newPage()
    await openChat(page, person)
    await openChat(other, person)
    await expect(presence(page).getByText(`${theo.user.full_name} is also here`)).toBeVisible()
    await expect(presence(other).getByText(/ is also here$/)).toBeVisible()
    await input(other).pressSequentially('I am on it')
    await expect(typing(page)).toHaveText(`${theo.user.full_name} is replying…`)
    await input(other).press('Enter')
    await expect(page.getByRole('log').locator('[data-sender="colleague"]').getByText('I am on it')).toBeVisible()
    await expect(typing(page)).toHaveCount(0)
    await context.close()
    await expect(presence(page).getByText(/is also here/)).toHaveCount(0)
  },
)

test('a backend that knows neither gets neither event, and nothing is drawn in their place @bare', async ({
  page,
  backend,
}) => {
  const person = await backend.person('user')
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await openChat(page, person)
  await input(page).fill('To the letter')
  await input(page).press('Enter')
  await expect(page.getByRole('log').getByText('To the letter')).toBeVisible()
  await expect.poll(() => sent.some((frame) => frame.includes('send-message')), { timeout: 15_000 }).toBe(true)
  expect(sent.filter((frame) => frame.includes('"typing"'))).toEqual([])
  await expect(presence(page)).toBeEmpty()
})

test(
  'a long conversation loads upwards in pages; who reads sees its lines stay where they are @product',
  long,
  async ({ page, backend }) => {
    const person = await backend.person('user')
    const theirs = await joinWithTyping(backend, person)
    const newest = 110
    for (let at = 1; at <= newest; at += 1) theirs.send(`Line ${at} of a story ${'on the road '.repeat(at % 9)}`)
    await expect
      .poll(
        async () =>
          ((await backend.call('GET', `/user/chats/${person._id}?limit=1`)).body.data as { seq: number }[])[0]?.seq,
        { timeout: 30_000 },
      )
      .toBe(newest)
    const queries: string[] = []
    page.on(
      'request',
      (request) =>
        request.url().includes('/user/chats/') &&
        request.method() === 'GET' &&
        queries.push(new URL(request.url()).search),
    )
    await openChat(page, person)
    const line = (number: number) =>
      page
        .getByRole('log')
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`Line ${number} of a story`) })
    await expect(line(newest)).toBeInViewport()
    await expect(line(newest)).toHaveAttribute('aria-setsize', String(newest))
    expect(queries.some((query) => query.includes('before'))).toBe(false)

    const earlier = page.waitForResponse((response) => response.url().includes('before='))
    let release: () => void = () => undefined
    await page.route(/before=/, async (route) => {
      await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
    const log = page.getByRole('log')
    await log.evaluate((element) => element.scrollTo({ top: 500 }))
    await expect(page.getByText('Loading earlier messages…')).toBeVisible()
    await settled(page)
    const visible = await log
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.find((item) => item.getBoundingClientRect().top > 300)?.getAttribute('aria-posinset'),
      )
    const top = async () => Math.round((await line(Number(visible)).boundingBox())?.y ?? Number.NaN)
    const before = await top()
    release()
    await earlier
    await expect(page.getByText('Loading earlier messages…')).toHaveCount(0)
    await settled(page)
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
    await log.press('Home')
    await expect(line(1)).toBeInViewport()
    await expect(line(1)).toHaveAttribute('aria-posinset', '1')
    theirs.close()
  },
)

/** Waits until nothing scrolls. */
const settled = async (page: Page) => {
  let before = -1
  await expect
    .poll(
      async () => {
        const top = await page.getByRole('log').evaluate((element) => element.scrollTop)
        const still = top === before
        before = top
        return still
      },
      { intervals: [200] },
    )
    .toBe(true)
}
