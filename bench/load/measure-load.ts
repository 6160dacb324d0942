import type { Browser } from '@playwright/test'
import { isCode, roundTripsOf } from '../../e2e/harness/page/page-requests.ts'
import { clickUsers } from './click-users.ts'
import { firstLoad } from './first-load.ts'

/**
 * One first load of a screen, nothing cached. Times in ms since the navigation began, bytes as they were transferred.
 */
export type Load = {
  table: number
  blocking: number
  codeBytes: number
  requests: number
  roundTrips: number
  shift: number
  /** From a click on Users, half a second after Drivers stood, until Users stands. */
  click: number
}

type StorageState = NonNullable<Parameters<Browser['newContext']>[0]>['storageState']

const pause = 500

/** Loads a screen at 10 Mbit/s, 40 ms and a CPU four times slower, until it stands. */
export const measureLoad = (browser: Browser, url: string, storageState: StorageState, row: string): Promise<Load> =>
  firstLoad(browser, { url, storageState, row }, async ({ page, requests, table, shift, longTasks }, session) => {
    const code = requests.filter(isCode)
    const blocking = longTasks.reduce((sum, { lasted }) => sum + Math.max(0, lasted - 50), 0)
    const now = await session.send('Runtime.evaluate', { expression: 'performance.now()' })
    await page.waitForTimeout(Math.max(0, table + pause - Number(now.result.value)))
    const { at: click } = await clickUsers(session, row)
    return {
      table,
      click,
      shift,
      blocking,
      codeBytes: code.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: requests.length,
      roundTrips: roundTripsOf(requests),
    }
  })
