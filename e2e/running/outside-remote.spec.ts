import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takePorts } from '../harness/ports.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, rememberRelease, root, runNode } from '../harness/product.ts'
import { newDataFolder } from '../harness/run-folder.ts'
import { heading } from '../harness/screens.ts'
import { doAtTeam, runAtTeam, tracesOfRepository } from '../harness/team.ts'

test.describe.configure({ timeout: 240_000 })

type Share = { from: string; useIn: string[]; lib?: () => unknown }
type Instance = { name: string; shareScopeMap: Record<string, Record<string, Record<string, Share>>> }

/** Uses of shared that its declarations must refuse. */
const wrong = `import { useSession } from '@interline/shared'
import { PageTitle } from '@interline/shared/ui'
export const Wrong = () => <PageTitle titel="Payments" />
export const useWrong = (): number => useSession(({ user }) => user?.full_name)
`

test('a remote that lives outside of this repository needs its own folder and two packages: types, test, build, publish, serve, pin, screen', async ({ page, own }) => {
  const folder = join(newDataFolder('outside'), 'payments')
  const port = await takePorts()
  const bringBack = await rememberRelease(own)
  let origin: ReturnType<typeof runAtTeam> | undefined
  try {
    await test.step('create and install', async () => {
      const made = runNode(['run/create-remote.mjs', 'payments', '--owner', 'Payments team', '--in', folder])
      expect((await made.ended).code, made.output()).toBe(0)
      await doAtTeam(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'])
      expect(tracesOfRepository(folder)).toEqual([])
    })

    await test.step('unit test as it is made; a wrong use of shared is a type error', async () => {
      writeFileSync(join(folder, 'src/wrong.tsx'), wrong)
      const [tests, said] = await Promise.all([doAtTeam(folder, 'npm', ['test']), doAtTeam(folder, 'npm', ['run', 'types'], { code: 2 })])
      expect(tests).toMatch(/2 passed/)
      expect(said).toContain("Property 'titel' does not exist on type 'IntrinsicAttributes & PageTitleProps'")
      expect(said).toContain("Type 'string | undefined' is not assignable to type 'number'")
      expect(said).toMatch(/Found 2 errors/)
      rmSync(join(folder, 'src/wrong.tsx'))
    })

    await test.step('a screen of its own: types, build, publish, serve, pin', async () => {
      cpSync(join(root, 'e2e/fixtures/outside-screen.tsx'), join(folder, 'src/payments-page.tsx'))
      const [built] = await Promise.all([doAtTeam(folder, 'npm', ['run', 'build']), doAtTeam(folder, 'npm', ['run', 'types'])])
      expect(built).toMatch(/payments@1\.0\.0-[0-9a-f]{12} built/)
      const env = { DATA_DIR: own.dataDir }
      expect(await doAtTeam(folder, 'npm', ['run', 'release', '--', 'publish', '.', '--origin', `http://localhost:${port}`], { env })).toMatch(/payments@1\.0\.0-[0-9a-f]{12} published/)
      origin = runAtTeam(folder, join(folder, 'node_modules/.bin/interline-serve'), ['payments', String(port)], env)
      await expect.poll(() => fetch(`http://localhost:${port}/healthz`).then(({ status }) => status, () => 0)).toBe(200)
      await release(own, 'pin', 'payments@1.0.0', '--reason', 'a team from outside')
    })

    await test.step('its screen, on the shell’s React, session and kit', async () => {
      await page.goto('/')
      const name = await page.evaluate(() => localStorage.getItem('Name'))
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments', exact: true }).click()
      await expect(heading(page, 'Payments')).toBeVisible()
      await expect(page.getByText(`Signed in as ${name}`)).toBeVisible()
      await page.getByRole('button', { name: 'Counted 0' }).click()
      await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible()

      const shares = await page.evaluate(() => {
        const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } }
        const all = __FEDERATION__.__INSTANCES__
        return ['react', 'react/jsx-runtime', '@interline/shared', '@interline/shared/ui'].map((name) => {
          const found = all.flatMap(({ shareScopeMap }) => Object.values(shareScopeMap.default?.[name] ?? {}))
          return { name, copies: new Set(found.flatMap(({ lib }) => (lib ? [lib()] : []))).size, from: [...new Set(found.map((one) => one.from))], used: found.some(({ useIn }) => useIn.some((user) => user.startsWith('payments_'))) }
        })
      })
      for (const share of shares) expect(share, share.name).toEqual({ name: share.name, copies: 1, from: ['shell'], used: true })

      // A session store of its own would leave the shell signed in.
      await page.getByRole('button', { name: 'Sign out from here' }).click()
      await expect(heading(page, 'Sign In')).toBeVisible()
    })
  } finally {
    await bringBack()
    await origin?.stop()
  }
})
