import { leaveUnseen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

const reads = [
  ['/', '/admin/dashboard/analysis'],
  ['/', '/admin/notification/list'],
  ['/drivers', '/admin/drivers'],
  ['/users', '/admin/users'],
  ['/driver-rides', '/admin/driver/rides'],
  ['/user-rides', '/admin/user/rides'],
  ['/chats', '/user/chat-list'],
] as const

test('§7 each screen reads with a GET of its path below /api/v1/, with the two headers and no payload', async ({
  page,
  backend,
}) => {
  for (const [screen, path] of reads) {
    const requested = page.waitForRequest(
      (request) => new URL(request.url()).pathname === `/api/v1${path}` && request.method() !== 'OPTIONS',
    )
    await page.goto(screen)
    const call = await requested
    expect(call.method(), path).toBe('GET')
    expect(new URL(call.url()).origin, path).toBe(backend.apiUrl)
    expect(call.postData(), path).toBeNull()
    expect(await call.allHeaders(), path).toMatchObject({
      'public-request': 'true',
      authorization: `Bearer ${backend.token}`,
    })
  }
})

test('§7 a chat reads its history with a GET of /user/chats/{id}', async ({ page, backend }) => {
  await leaveUnseen(page)
  const [chat] = (await backend.call('GET', '/user/chat-list')).body.data as {
    party_id?: string
    sender_id: string
    receiver_id: string
  }[]
  const party = chat?.party_id ?? (chat?.sender_id === backend.user._id ? chat.receiver_id : chat?.sender_id)
  const requested = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/v1/user/chats/${party}`)
  await page.goto(`/user-chat/${party}`)
  const call = await requested
  expect(call.method()).toBe('GET')
  expect(call.postData()).toBeNull()
  await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible()
})

test('§7 a list without meta is fetched once; pages, sorting and search need no further call @bare', async ({
  page,
}) => {
  let calls = 0
  page.on(
    'request',
    (request) =>
      (calls += new URL(request.url()).pathname === '/api/v1/admin/users' && request.method() === 'GET' ? 1 : 0),
  )
  await page.goto('/users?size=10')
  const rows = page.locator('tbody tr.il-row')
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  await expect(page).toHaveURL(/page=3/)
  await page.getByRole('columnheader', { name: /^User Name/ }).click()
  await page.getByRole('searchbox', { name: 'Search Users List' }).fill('user44@')
  await expect(rows).toHaveCount(1)
  expect(calls).toBe(1)
})
