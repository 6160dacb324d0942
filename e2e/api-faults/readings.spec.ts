import { admin } from '../harness/backend/backend.ts'
import { endedSession, requestId, slow, wrongAnswers, wrongData, wrongFields, cutConnection } from './api-faults.ts'
import { signInAgain, stands, toldWithin } from './on-the-page.ts'
import { readings } from './subjects.ts'
import { expect, isPlayed, isWhole, testInOneBrowser as test } from './test.ts'

const failures = [...wrongAnswers, ...wrongData].filter(({ quick }) => isWhole || quick)
const shapes = wrongFields.filter(({ quick }) => isWhole || quick)
// `npm test` looks at one screen of each kind.
const played = readings.filter(({ name }) => isPlayed(name, ['Drivers', 'Dashboard', 'Chats']))

for (const reading of played) {
  test.describe(reading.name, () => {
    for (const fault of failures.filter(({ name }) => !reading.without?.test(name)))
      test(`${fault.name}: is told in time, and Retry brings it`, async ({ page, api, world }) => {
        const call = reading.call(world)
        api.play(call, fault)
        await page.goto(reading.path(world))
        await stands(page)
        await reading.open?.(page)
        const opened = Date.now()
        const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
        await toldWithin(failure, () => Math.max(opened, api.firstAt()))
        await expect(failure).toContainText(fault.told)
        const copy = failure.getByRole('button', { name: 'Copy request id' })
        if (fault === cutConnection) await expect(copy).toHaveCount(0)
        else await expect(failure).toContainText(requestId)
        await stands(page)
        api.play(call, null)
        await failure.getByRole('button', { name: 'Retry' }).click()
        await expect(reading.content(page)).toBeVisible()
        await expect(failure).toHaveCount(0)
      })

    for (const fault of shapes)
      test(`${fault.name}: the screen shows what it can`, async ({ page, api, world }) => {
        api.play(reading.call(world), fault)
        await page.goto(reading.path(world))
        await stands(page)
        await reading.open?.(page)
        await expect.poll(api.firstAt).toBeLessThan(Infinity)
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        await stands(page)
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
        api.play('', null)
        const refresh = page.getByRole('main').getByRole('button', { name: /^Refresh/ })
        if ((await refresh.count()) === 0) return
        await refresh.click()
        await expect(reading.content(page)).toBeVisible()
      })

    if (!isWhole && reading.name !== 'Drivers') return
    test('3 s late: it is waited for', async ({ page, api, world }) => {
      api.play(reading.call(world), slow)
      await page.goto(reading.path(world))
      await stands(page)
      await reading.open?.(page)
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
