import type { Page } from '@playwright/test'
import { admin, type Backend } from '../harness/backend/backend.ts'
import { expectCode } from '../harness/page/screens.ts'
import {
  cutConnection,
  endedSession,
  noAnswer,
  noSuccess,
  shortTimeoutMs,
  slow,
  wrongAnswers,
  type ApiFault,
} from './api-faults.ts'
import type { ApiProxy } from './api-proxy.ts'
import { signInAgain, stands, toldWithin } from './on-the-page.ts'
import { changes, type Change } from './subjects.ts'
import { expect, isFresh, isPlayed, isWhole, onOnePage, testInOneBrowser as test, testOnOnePage } from './test.ts'

const failures = [...wrongAnswers, ...noSuccess].filter(({ quick }) => isWhole || quick)
const played = changes.filter(({ name }) => isPlayed(name, ['Edit Driver Details', 'Change Status']))

async function fill(change: Change, page: Page, world: Backend) {
  await page.goto(change.path(world))
  await change.fill(page)
}

/** Saves under this fault: the reason is told in time, nothing is stored, and what was entered stays. */
async function saveInVain(change: Change, fault: ApiFault, page: Page, api: ApiProxy, world: Backend) {
  const entered = await change.entered?.(page)
  api.play(change.call, fault)
  await change.save(page)
  const told = change.told(page).filter({ hasText: fault.isUnread ? fault.told : api.requestId() })
  await toldWithin(told, api.firstAt)
  await expect(told).toContainText(fault.told)
  if (fault.isUnread || fault.isOfProxy) await expect(told).toContainText('It is not known whether')
  await expect(change.done(page)).toHaveCount(0)
  await expect(page.locator('.il-toast')).toHaveCount(0)
  expect(await change.isStored(world)).toBe(false)
  expect(await change.entered?.(page)).toEqual(entered)
  await change.dismiss?.(page)
}

async function save(change: Change, page: Page, api: ApiProxy, world: Backend) {
  api.play('', null)
  await change.save(page)
  await expect(change.done(page)).toBeVisible()
  expect(await change.isStored(world)).toBe(true)
}

for (const change of played) {
  test.describe(change.name, () => {
    onOnePage('one failure after the other', () => {
      for (const fault of failures)
        testOnOnePage(`${fault.name}: is told in time, and nothing entered is lost`, async ({ page, api, world }) => {
          if (isFresh(page)) await fill(change, page, world)
          await saveInVain(change, fault, page, api, world)
        })

      testOnOnePage('and after them saving again saves', async ({ page, api, world }) => {
        if (isFresh(page)) await fill(change, page, world)
        await save(change, page, api, world)
      })
    })

    if (isWhole)
      test(`${noAnswer.name}: is told in time, nothing entered is lost, and saving again saves`, async ({
        page,
        api,
        world,
      }) => {
        await page.addInitScript((ms) => {
          const { set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout') as PropertyDescriptor
          Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
            set(this: XMLHttpRequest) {
              set?.call(this, ms)
            },
          })
        }, shortTimeoutMs)
        await fill(change, page, world)
        await saveInVain(change, noAnswer, page, api, world)
        await save(change, page, api, world)
      })

    test('a session that ended: what was entered is there after signing in again', async ({ page, api, world }) => {
      await fill(change, page, world)
      const entered = await change.entered?.(page)
      api.play(change.call, endedSession)
      await change.save(page)
      await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
      await expect(change.done(page)).toBeHidden()
      api.play('', null)
      await signInAgain(page, world, admin.password)
      await stands(page)
      expect(await change.entered?.(page)).toEqual(entered)
      expect(await change.isStored(world)).toBe(false)
      await change.save(page)
      await expect(change.done(page)).toBeVisible()
      expect(await change.isStored(world)).toBe(true)
    })

    if (!isWhole) return
    test('offline and back', async ({ page, world }) => {
      await page.goto(change.path(world))
      await change.fill(page)
      // People who are offline before the code of dialogs is there: dialog-code.spec.ts.
      await expectCode(page)
      const entered = await change.entered?.(page)
      await page.context().setOffline(true)
      await change.save(page)
      const saved = Date.now()
      await toldWithin(change.told(page), () => saved)
      await expect(change.told(page)).toContainText(cutConnection.told)
      expect(await change.entered?.(page)).toEqual(entered)
      await page.context().setOffline(false)
      await change.dismiss?.(page)
      await change.save(page)
      await expect(change.done(page)).toBeVisible()
      expect(await change.isStored(world)).toBe(true)
    })

    test('3 s late: it is said once it is done', async ({ page, api, world }) => {
      await fill(change, page, world)
      api.play(change.call, slow)
      await change.save(page)
      await expect(change.done(page)).toBeVisible()
      expect(Date.now(), 'not before the answer').toBeGreaterThanOrEqual(api.firstAt())
      expect(await change.isStored(world)).toBe(true)
    })
  })
}
