import type { Page } from '@playwright/test'
import { admin, type Backend } from '../harness/backend/backend.ts'
import { expectCode, retryOnceHealed } from '../harness/page/screens.ts'
import { cutConnection, endedSession, slow, wrongAnswers, wrongData, wrongFields } from './api-faults.ts'
import { signInAgain, stands, toldWithin } from './on-the-page.ts'
import { readings, type Reading } from './subjects.ts'
import { expect, isFresh, isPlayed, isWhole, onOnePage, testInOneBrowser as test, testOnOnePage } from './test.ts'

const failures = [...wrongAnswers, ...wrongData].filter(({ quick }) => isWhole || quick)
const shapes = wrongFields.filter(({ quick }) => isWhole || quick)
// `npm test` looks at one screen of each kind.
const played = readings.filter(({ name }) => isPlayed(name, ['Drivers', 'Dashboard', 'Chats']))

async function open({ path, open }: Reading, page: Page, world: Backend) {
  await page.goto(path(world))
  await stands(page)
  await open?.(page)
}
const failureOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })
const retry = (page: Page) => failureOf(page).getByRole('button', { name: 'Retry' }).click()
const refresh = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Refresh/ })

for (const reading of played) {
  test.describe(reading.name, () => {
    onOnePage('one failure after the other', () => {
      for (const fault of failures.filter(({ name }) => !reading.without?.test(name)))
        testOnOnePage(`${fault.name}: is told in time, and Retry asks again`, async ({ page, api, world }) => {
          api.play(reading.call(world), fault)
          let asked = 0
          const isFirst = isFresh(page)
          if (isFirst) {
            await open(reading, page, world)
            asked = Date.now()
          } else await retry(page)
          const copy = failureOf(page).getByRole('button', { name: 'Copy request id' })
          const failure = failureOf(page).filter({ hasText: fault.isUnread ? fault.told : api.requestId() })
          await toldWithin(failure, () => Math.max(asked, api.firstAt()))
          await expect(failure).toContainText(fault.told)
          await expect(copy).toHaveCount(fault.isUnread ? 0 : 1)
          await stands(page)
          // Code that loads after the first screen would delay what the next one tells.
          if (isFirst) await expectCode(page)
        })

      testOnOnePage('and after them Retry brings it', async ({ page, api, world }) => {
        if (isFresh(page)) {
          api.play(reading.call(world), cutConnection)
          await open(reading, page, world)
        }
        await retryOnceHealed(page, failureOf(page), () => api.play('', null))
        await expect(reading.content(page)).toBeVisible()
        await expect(failureOf(page)).toHaveCount(0)
      })
    })

    onOnePage('one shape after the other', () => {
      for (const fault of shapes)
        testOnOnePage(`${fault.name}: the screen shows what it can`, async ({ page, api, world }) => {
          api.play(reading.call(world), fault)
          if (isFresh(page) || !reading.canRefresh) await open(reading, page, world)
          else await refresh(page).click()
          await expect.poll(api.firstAt).toBeLessThan(Infinity)
          await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
          await stands(page)
          await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
          api.play('', null)
          if (!reading.canRefresh) return
          await refresh(page).click()
          await expect(reading.content(page)).toBeVisible()
        })
    })

    if (!isWhole && reading.name !== 'Drivers') return
    test('3 s late: it is waited for', { tag: '@long' }, async ({ page, api, world }) => {
      api.play(reading.call(world), slow)
      await open(reading, page, world)
      await expect(reading.content(page)).toBeVisible()
    })

    test('a session that ended: signing in again brings it', async ({ page, api, world }) => {
      api.play(reading.call(world), endedSession)
      await page.goto(reading.path(world))
      await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
      api.play('', null)
      await signInAgain(page, world, admin.password)
      await stands(page)
      await reading.open?.(page)
      await expect(reading.content(page)).toBeVisible()
    })
  })
}
