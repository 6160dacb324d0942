import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { depots, publishDepots } from '../harness/product/depots.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { release, runNode } from '../harness/product/product.ts'
import { newDataFolder } from '../harness/product/run-folder.ts'

test.setTimeout(300_000)

test('the skew matrix sees what no other check does: its report refuses the screen that throws, in a pin and in a manifest, and lets the good one pass', async () => {
  const installation = { dataDir: newDataFolder('skew') }
  const { dataDir } = installation
  const violationsOf = (...args: string[]) =>
    release(installation, ...args).then(
      () => 'done',
      (error: Error) => error.message,
    )
  await release(installation, 'init', '--key', join(dataDir, 'release-key.pem'))
  for (const part of ['shell', 'mfe-users'])
    await release(installation, 'publish', part, '--origin', 'http://localhost:9')
  for (const folder of [depots.wanders, depots.works, depots.throws])
    await publishDepots(installation, folder, 'http://localhost:9')
  await release(installation, 'pin', 'shell@1.0.0', 'users@1.0.0', '--reason', 'first', '--offline')
  for (const version of ['0.9.0', '1.0.0'])
    await release(installation, 'pin', `depots@${version}`, '--reason', 'depots', '--offline')
  const [manifest, report] = ['pins.yaml', 'skew.json'].map((name) => join(dataDir, name)) as [string, string]
  writeFileSync(manifest, 'schema: 1\nshell: 1.0.0\nremotes:\n  users: 1.0.0\n  depots: 1.1.0\nsettings: {}\n')
  const before = filesIn(dataDir)

  const skew = runNode(['scripts/run.mjs', 'skew', '--manifest', manifest, '--report', report], { DATA_DIR: dataDir })
  expect((await skew.ended).code, skew.output()).toBe(1)
  const output = skew.output()
  expect(output).toMatch(/^ok {5}users@1\.0\.0-\S+ with shell@/m)
  expect(output).toMatch(/^ok {5}depots@1\.0\.0-\S+ with shell@/m)
  expect(output).toMatch(/^FAILED depots@1\.1\.0-\S+ with shell@/m)
  const lastKnownGood = output.slice(output.search(/^FAILED depots@0\.9\.0-\S+ with shell@/m)).split('\n')
  expect(lastKnownGood[1]).toMatch(
    /contract: it exports exactly the routes of its descriptor: the routes that its code exports/,
  )
  expect(output).toContain(
    'contract: it calls what its descriptor names: it calls GET /admin/drivers, which its descriptor does not name',
  )
  expect(output).toMatch(/^4 pairs tried, 2 failed$/m)
  expect(filesIn(dataDir), 'it writes nothing but its report').toEqual([...before, 'skew.json'].sort())

  const throws =
    /depots, skew: depots@1\.1\.0-\S+ with shell@\S+ failed "smoke: \/depots": the screen says: Depots is unavailable.*a depot without gates/
  const how = ['--reason', 'faster gates', '--offline', '--skew', report]
  expect(await violationsOf('pin', 'depots@1.1.0', ...how)).toMatch(throws)
  expect(await violationsOf('plan', manifest, '--offline', '--skew', report)).toMatch(throws)
  await release(installation, 'rollback', 'depots', '--to', '1')
  expect(await violationsOf('pin', 'depots@1.0.0', ...how)).toBe('done')
})

const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

/** A screen of Depots around what its effect does. */
const depotsWith = (atOnce: string, effect: string) => `import { useEffect } from 'react'
import { PageTitle } from '@interline/shared/ui'
${atOnce}
function Depots() {
  useEffect(() => {
${effect}
  }, [])
  return <><PageTitle title="Depots" parent={{ title: 'Dashboard', to: '/' }} /><p>Gates</p></>
}
export const routes = [{ path: '/depots', Component: Depots }]
`

const tidies = depotsWith(
  '',
  `const leaving = new AbortController()
    const heard = () => undefined
    addEventListener('resize', heard, { signal: leaving.signal })
    document.addEventListener('keydown', heard, true)
    document.addEventListener('visibilitychange', heard)
    document.body.addEventListener('click', heard, { once: true })
    document.body.click()
    const timer = setInterval(heard, 100)
    const style = document.head.appendChild(document.createElement('style'))
    return () => {
      leaving.abort()
      document.removeEventListener('keydown', heard, { capture: true })
      document.removeEventListener('visibilitychange', heard)
      clearInterval(timer)
      style.remove()
    }`,
)

const meddles = depotsWith(
  `const map = Array.prototype.map
Array.prototype.map = function (...args) { return map.apply(this, args) }
const { fetch } = globalThis
globalThis.fetch = (...args) => fetch(...args)
Object.assign(globalThis, { gatesOfDepots: 3 })
Object.assign(Promise.prototype, { always: () => undefined })`,
  `const again = () => void setTimeout(again, 200)
    again()
    setInterval(() => undefined, 1000)
    addEventListener('resize', () => undefined)
    window.onoffline = () => undefined
    document.head.appendChild(document.createElement('style')).textContent = 'nav { display: none }'
    document.documentElement.style.overflow = 'clip'`,
)

test('the skew matrix sees what a remote leaves behind in the page: its report refuses the pin', async () => {
  const installation = { dataDir: newDataFolder('skew') }
  await release(installation, 'init', '--key', join(installation.dataDir, 'release-key.pem'))
  await release(installation, 'publish', 'shell', '--origin', 'http://localhost:9')
  await publishVariant(installation, 'http://localhost:9', { version: '1.1.0', files: { 'src/routes.tsx': tidies } })
  await publishVariant(installation, 'http://localhost:9', { version: '1.2.0', files: { 'src/routes.tsx': meddles } })
  await release(installation, 'pin', 'shell@1.0.0', 'depots@1.1.0', '--reason', 'first', '--offline')
  const report = join(installation.dataDir, 'skew.json')
  const skew = runNode(['scripts/run.mjs', 'skew', 'depots@1.2.0', '--report', report], {
    DATA_DIR: installation.dataDir,
  })
  expect((await skew.ended).code, skew.output()).toBe(1)
  const output = skew.output()
  expect(output).toMatch(/^ok {5}depots@1\.1\.0-\S+ with shell@/m)
  expect(output).toMatch(/^2 pairs tried, 1 failed$/m)
  for (const what of [
    'it changes Array.prototype.map',
    'it changes window.fetch',
    'it changes window.gatesOfDepots',
    'it changes Promise.prototype.always',
    'it changes window.onoffline (handler)',
    'it changes the attribute style of html',
    'it changes a style element: nav { display: none }',
    'it calls setTimeout after its screens were left',
    'an interval of 1000 ms goes on',
    'a listener for resize on window stays',
  ])
    expect(output).toContain(what)
  await expect(
    release(installation, 'pin', 'depots@1.2.0', '--reason', 'more gates', '--offline', '--skew', report),
  ).rejects.toThrow(
    /depots, skew: depots@1\.2\.0-\S+ with shell@\S+ failed "contained: it leaves the page as it found it"/,
  )
})
