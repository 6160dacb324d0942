import type { CDPSession } from '@playwright/test'
import { clickAt } from '../standing/click-at.ts'
import type { Stood } from '../standing/in-page.ts'
import { pageSize } from './first-load.ts'

// The menu of the product and those of the peers link to the same address.
const middleOfLink = `{
  const { x, y, width, height } = document.querySelector('a[href="/users"]').getBoundingClientRect()
  JSON.stringify({ x: x + width / 2, y: y + height / 2 })
}`

/** Clicks Users in the menu and returns when, after the click, a page of users stood. */
export async function clickUsers(session: CDPSession, row: string): Promise<Stood> {
  const { result } = await session.send('Runtime.evaluate', { expression: middleOfLink })
  const { x, y } = JSON.parse(String(result.value)) as { x: number; y: number }
  return clickAt(session, x, y, { row, least: pageSize, otherRows: true, since: 'click' })
}
