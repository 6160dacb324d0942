import { answerHistory } from '../harness/page/chat-history.ts'
import { expect, test } from '../harness/test.ts'
import type { Backend, Person } from '../harness/backend/backend.ts'
import type { Page } from '@playwright/test'

const count = 10_000
const minute = 60_000

const log = (page: Page) => page.getByRole('log')
const line = (page: Page, number: number) =>
  log(page)
    .getByRole('listitem')
    .filter({ hasText: `Line ${number} of a long story` })
const topOf = async (page: Page, number: number) => (await line(page, number).boundingBox())?.y ?? Number.NaN

/** Opens a chat whose history is this long; one line in ten ends with a link. */
async function openLongChat(page: Page, backend: Backend, person: Person) {
  const data = Array.from({ length: count }, (_, at) => ({
    _id: `line-${at + 1}`,
    sender_id: at % 3 === 0 ? backend.user._id : person._id,
    message: `Line ${at + 1} of a long story ${'on the road '.repeat(at % 30)}${at % 10 === 9 ? `https://example.com/${at}` : ''}`,
    createdAt: new Date(Date.now() - (count - at) * minute).toISOString(),
  }))
  await answerHistory(page, person._id, data)
  await page.goto(`/user-chat/${person._id}`)
  await expect(line(page, count)).toBeInViewport()
  await log(page).hover()
}

test('a conversation of 10,000 messages opens at the newest, holds few of them, and is read to its beginning', async ({
  page,
  backend,
}) => {
  await openLongChat(page, backend, await backend.person('user'))
  expect(await log(page).getByRole('listitem').count()).toBeLessThan(60)
  await expect(line(page, count)).toHaveAttribute('aria-posinset', String(count))
  await expect(line(page, count)).toHaveAttribute('aria-setsize', String(count))

  await log(page).press('Home')
  await expect(line(page, 1)).toBeInViewport()
  await expect(line(page, 2)).toBeInViewport()
  expect(await log(page).getByRole('listitem').count()).toBeLessThan(60)
  await log(page).press('End')
  await expect(line(page, count)).toBeInViewport()
})

test('a reader of a long conversation sees its lines move as far as they scroll, and no further', async ({
  page,
  backend,
}) => {
  await openLongChat(page, backend, await backend.person('user'))
  // Steps as small as a touchpad's: the bottom must let go of who leaves it.
  for (let step = 0; step < 12; step += 1) await page.mouse.wheel(0, -12)
  await expect(page.getByRole('button', { name: 'Go to the latest message' })).toBeVisible()
  await page.mouse.wheel(0, -3000)
  await expect(line(page, count)).not.toBeInViewport()
  for (let round = 0; round < 8; round += 1) {
    await settled(page)
    const number = await visibleLine(page)
    const before = await topOf(page, number)
    await page.mouse.wheel(0, -120)
    await expect.poll(async () => Math.round((await topOf(page, number)) - before)).toBe(120)
  }
})

test('a message that arrives moves nobody who reads further up, and is announced', async ({ page, backend }) => {
  const person = await backend.person('user')
  const theirs = await person.connect()
  await openLongChat(page, backend, person)
  await page.mouse.wheel(0, -2500)
  await expect(page.getByRole('button', { name: 'Go to the latest message' })).toBeVisible()
  await settled(page)
  const number = await visibleLine(page)
  const before = await topOf(page, number)
  theirs.send(backend.user._id, 'The newest of all')
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  await expect(
    page.locator('[aria-live="polite"]').filter({ hasText: `${person.full_name}: The newest of all` }),
  ).toBeAttached()
  expect(await topOf(page, number)).toBeCloseTo(before, 0)
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(log(page).getByRole('listitem').filter({ hasText: 'The newest of all' })).toBeInViewport()
  theirs.send(backend.user._id, 'And another')
  await expect(log(page).getByRole('listitem').filter({ hasText: 'And another' })).toBeInViewport()
  theirs.close()
})

test('the element with the focus keeps it while it is not visible', async ({ page, backend }) => {
  await openLongChat(page, backend, await backend.person('user'))
  const link = line(page, count).getByRole('link')
  await link.focus()
  await page.mouse.wheel(0, -20_000)
  await expect(line(page, count - 1)).toHaveCount(0)
  await expect(link).toBeFocused()
})

/** Waits until nothing scrolls. */
const settled = async (page: Page) => {
  let before = -1
  await expect
    .poll(
      async () => {
        const top = await log(page).evaluate((element) => element.scrollTop)
        const still = top === before
        before = top
        return still
      },
      { intervals: [200] },
    )
    .toBe(true)
}

/** A line in the middle of the window. */
async function visibleLine(page: Page): Promise<number> {
  const box = await log(page).boundingBox()
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2
  for (const item of await log(page).getByRole('listitem').all()) {
    const box = await item.boundingBox()
    if (box && box.y <= middle && box.y + box.height > middle) return Number(await item.getAttribute('aria-posinset'))
  }
  throw new Error('no line is in sight')
}
