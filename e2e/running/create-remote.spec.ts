import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startOrigin } from '../harness/origin.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, rememberRelease, root, runNode } from '../harness/product.ts'
import { heading } from '../harness/screens.ts'

test('a remote that create-remote made builds, publishes and pins as it is, and shows its screen', async ({ page, own }) => {
  const place = join(root, 'e2e/test-results', `created-${process.pid}`)
  mkdirSync(place, { recursive: true })
  const folder = join(place, 'mfe-seat-plans')
  const bringBack = await rememberRelease(own)
  const origin = await startOrigin(own, 'seat-plans')
  try {
    const made = runNode(['run/create-remote.mjs', 'seat-plans', '--owner', 'Seats team', '--in', folder])
    expect((await made.ended).code, made.output()).toBe(0)
    const built = runNode(['--import', 'tsx', 'federation/src/build/cli.ts', folder])
    expect((await built.ended).code, built.output()).toBe(0)
    await release(own, 'publish', folder, '--origin', origin.url)
    await release(own, 'pin', 'seat-plans@1.0.0', '--reason', 'a new team')

    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Seat Plans', exact: true }).click()
    await expect(heading(page, 'Seat Plans')).toBeVisible()
    await expect(page.getByText('This screen is yours to fill.')).toBeVisible()
  } finally {
    await bringBack()
    await origin.stop()
    rmSync(place, { recursive: true, force: true })
  }
})

test('a name that cannot be is refused with the reason', async () => {
  for (const [name, reason] of [['Seat Plans', /must be lower-case/], ['drivers', /there is a part named "drivers" already/], ['', /create-remote -- NAME/]] as const) {
    const refused = runNode(['run/create-remote.mjs', name])
    expect((await refused.ended).code).toBe(2)
    expect(refused.output()).toMatch(reason)
  }
})
