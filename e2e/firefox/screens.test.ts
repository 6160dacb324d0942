import { onTestFinished } from 'vitest'
import { screens } from '../harness/page/screens.ts'
import type { Row } from '../harness/backend/backend.ts'
import { expectScreen, openScreen, signIn } from './on-the-page.ts'
import { expect, launchFirefox, test } from './test.ts'

test('an administrator signs in with the keyboard, and the dashboard stands', async ({ page }) => {
  await signIn(page)
  expect(await page.evaluate(() => localStorage.getItem('authenticated'))).toBe('true')
})

const screensOfOwners = [
  { path: '/drivers/queue', heading: 'Verification queue' },
  { path: '/drivers/import', heading: 'Import drivers' },
  { path: '/administrators', heading: 'Administrators' },
  { path: '/audit', heading: 'Audit' },
  { path: '/my-account', heading: 'My account' },
  { path: '/releases', heading: 'Releases' },
]

test.for([...screens, ...screensOfOwners])('$path stands', async ({ path, heading }, { signedIn }) => {
  await openScreen(signedIn, path, heading)
})

type Record = Row & { user?: { full_name: string } }

test.for([
  { list: '/admin/drivers', path: '/drivers', headingOf: ({ full_name }: Record) => full_name },
  { list: '/admin/users', path: '/users', headingOf: ({ full_name }: Record) => full_name },
  { list: '/admin/user/rides', path: '/user-rides', headingOf: ({ user }: Record) => `Booking of ${user?.full_name}` },
])('one record of $path stands', async ({ list, path, headingOf }, { signedIn, backend }) => {
  const rows: Record[] = await backend.rows(list)
  const row = rows.find((one) => / [A-Z][a-z]+ [A-Z][a-z]+$/.test(` ${headingOf(one)}`))
  if (!row) throw new Error(`no row of ${list} has a plain name`)
  await openScreen(signedIn, `${path}/${row._id}`, headingOf(row))
})

test('the first data of a list goes out before any code has come', async ({ signedIn: page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  const { asked, arrived } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      asked: files.filter(({ name }) => name.includes('/api/v1/admin/drivers?')).map(({ startTime }) => startTime),
      arrived: files.filter(({ name }) => /\/shell\.\w+\.js$/.test(name)).map(({ responseEnd }) => responseEnd),
    }
  })
  expect([asked.length, arrived.length]).toEqual([1, 1])
  expect(asked[0]).toBeLessThan(arrived[0] ?? 0)
})

test('somebody whose browser keeps no cookies and no storage signs in and works', async () => {
  const firefox = await launchFirefox({ 'network.cookie.cookieBehavior': 2 })
  onTestFinished(() => firefox.close())
  const page = await firefox.newPage()
  page.setDefaultTimeout(30_000)
  await signIn(page)
  await page.locator('nav a[href="/users"]').click()
  await expectScreen(page, 'Users')
  await expect.poll(() => page.$$eval('tbody tr.il-row', ({ length }) => length)).toBeGreaterThan(5)
})
