import { screens } from '../harness/page/screens.ts'
import type { Row } from '../harness/backend/backend.ts'
import { openScreen, signIn } from './on-the-page.ts'
import { expect, test } from './test.ts'

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
