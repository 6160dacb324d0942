import type { CDPSession, Page } from '@playwright/test'
import { clickAt } from '../standing/click-at.ts'
import { standing, type Stood, type Wanted } from '../standing/in-page.ts'

/** A screen of the sidebar: what its page holds, and how much of it. */
export type Screen = { entry: string; url: string } & Pick<Wanted, 'row' | 'least'>

const list = { row: 'main tr.il-row', least: 20 }
const drivers: Screen = { entry: 'Drivers', url: '/drivers', ...list }
export const dashboard: Screen = { entry: 'Dashboard', url: '/', row: 'main [data-figure] p', least: 4 }
/** In the order in which they are visited: the dashboard is the last one. */
export const screens: readonly [Screen, ...Screen[]] = [
  drivers,
  { entry: 'Driver Rides', url: '/driver-rides', ...list },
  { entry: 'Users', url: '/users', ...list },
  { entry: 'User Rides', url: '/user-rides', ...list },
  { entry: 'Chats', url: '/chats', row: 'main ul[aria-label="Chat List"] li', least: 20 },
  dashboard,
]
/** From which another one is opened. */
export const screenBefore = (screen: Screen) => (screen === dashboard ? drivers : dashboard)

const wantedOf = ({ entry, row, least }: Screen) => ({ heading: entry, row, least })

/** Clicks an entry of the sidebar and returns when, after the click, its screen stood. */
export async function changeScreen(page: Page, cdp: CDPSession, screen: Screen): Promise<Stood> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen.entry, exact: true })
  const box = await link.boundingBox()
  if (!box) throw new Error(`the sidebar has no ${screen.entry}`)
  return clickAt(cdp, box.x + box.width / 2, box.y + box.height / 2, { ...wantedOf(screen), since: 'click' })
}

/** Resolves when a screen that is open stands. */
export const whenOpen = (page: Page, screen: Screen): Promise<Stood> =>
  page.evaluate<Stood>(standing({ ...wantedOf(screen), since: 'navigation' }))
