import type { Locator, Page } from '@playwright/test'
import { administratorOf, signInTo } from '../harness/backend/backend.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { leaveUnseen, openScreen } from '../harness/page/screens.ts'
import { readInstances } from '../harness/product/instances.ts'
import { expect, test, watchConsole, longUnless } from '../harness/test.ts'

type Role = keyof typeof administratorOf

const everyone: Role[] = ['owner', 'admin', 'support', 'viewer']
const refusal = 'Your role may not open this'

/** Every screen and who may open it, written down here once more: what the contract permits is what is tested. */
const screens: { path: string; heading: string; entry?: string; roles: Role[] }[] = [
  { path: '/', heading: 'Dashboard', entry: 'Dashboard', roles: everyone },
  { path: '/drivers', heading: 'Drivers', entry: 'Drivers', roles: everyone },
  { path: '/driver-rides', heading: 'Driver Rides', entry: 'Driver Rides', roles: everyone },
  { path: '/users', heading: 'Users', entry: 'Users', roles: everyone },
  { path: '/user-rides', heading: 'User Rides', entry: 'User Rides', roles: everyone },
  { path: '/chats', heading: 'Chats', entry: 'Chats', roles: everyone },
  {
    path: '/drivers/queue',
    heading: 'Verification queue',
    entry: 'Verification queue',
    roles: ['owner', 'admin'],
  },
  { path: '/drivers/import', heading: 'Import drivers', roles: ['owner', 'admin'] },
  { path: '/administrators', heading: 'Administrators', entry: 'Administrators', roles: ['owner'] },
  { path: '/audit', heading: 'Audit', entry: 'Audit', roles: ['owner', 'admin'] },
  { path: '/my-account', heading: 'My account', roles: everyone },
  { path: '/releases', heading: 'Releases', roles: everyone },
]

const button = (name: RegExp) => (page: Page) => page.locator('main').getByRole('button', { name, disabled: false })

/** A list offers these acts beyond reading, to these roles. */
const lists: { path: string; heading: string; acts: { name: string; at: (page: Page) => Locator; roles: Role[] }[] }[] =
  [
    {
      path: '/drivers',
      heading: 'Drivers',
      acts: [
        { name: 'verify', at: (page) => page.locator('main').getByRole('switch'), roles: ['owner', 'admin'] },
        { name: 'edit', at: button(/^Edit /), roles: ['owner', 'admin'] },
        { name: 'download', at: button(/^Download .* as CSV$/), roles: ['owner', 'admin'] },
        { name: 'chat', at: button(/^Chat with/), roles: everyone },
      ],
    },
    {
      path: '/user-rides',
      heading: 'User Rides',
      acts: [
        { name: 'change', at: button(/^Change/), roles: ['owner', 'admin', 'support'] },
        { name: 'download', at: button(/^Download .* as CSV$/), roles: ['owner', 'admin'] },
      ],
    },
  ]

for (const role of everyone)
  test(
    `${role}: each screen, entry and act is there or is not, as the role says`,
    longUnless(role === 'viewer'),
    async ({ browser }) => {
      test.setTimeout(180_000)
      const { url, apiUrl } = readInstances().product
      const backend = await signInTo('product', apiUrl, administratorOf[role])
      const context = await browser.newContext({ baseURL: url, storageState: sessionState(url, backend) })
      const page = await context.newPage()
      const logged = watchConsole(page)

      await openScreen(page, '/', 'Dashboard')
      const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect(entries).toHaveText(
        screens.flatMap(({ entry, roles }) => (entry !== undefined && roles.includes(role) ? [entry] : [])),
      )

      for (const screen of screens)
        await test.step(screen.path, () =>
          openScreen(page, screen.path, screen.roles.includes(role) ? screen.heading : refusal),
        )

      for (const list of lists) {
        await openScreen(page, list.path, list.heading)
        await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
        for (const act of list.acts)
          await test.step(`${list.path}: ${act.name}`, async () => {
            if (act.roles.includes(role)) await expect(act.at(page).first()).toBeVisible()
            else await expect(act.at(page)).toHaveCount(0)
          })
      }

      await leaveUnseen(page)
      const [driver] = await backend.rows('/admin/drivers')
      await page.goto(`/user-chat/${driver?._id}`)
      const composer = page.getByRole('textbox', { name: /^Message to/ })
      if (role === 'viewer') {
        await expect(page.getByText('Your role may read chats, not write in them.')).toBeVisible()
        await expect(composer).toHaveCount(0)
      } else await expect(composer).toBeEditable()

      await openScreen(page, '/drivers', 'Drivers')
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByText('Phone', { exact: false }).first()).toBeVisible()
      const history = page.getByRole('dialog').getByRole('button', { name: 'History' })
      await expect(history).toHaveCount(role === 'owner' || role === 'admin' ? 1 : 0)

      expect(logged).toEqual([])
      await context.close()
    },
  )
