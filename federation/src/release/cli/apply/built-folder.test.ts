import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../testing/built-part.ts'
import { builtFolder } from './built-folder.ts'

let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = temporaryFolder()
})

it('takes a build that was made elsewhere as it is', async () => {
  expect(await builtFolder(folder)).toBe(folder)
  mkdirSync(join(folder, 'dist'))
  write('dist/remote.json', '{}')
  expect(await builtFolder(folder)).toBe(join(folder, 'dist'))
})

it('refuses a part whose sources cannot be built, with the reason, and does not take an older build instead', async () => {
  mkdirSync(join(folder, 'dist'))
  write('dist/remote.json', '{}')
  write('package.json', '{"version":"1.2.3"}')
  write(
    'remote.json',
    JSON.stringify({
      name: 'payments',
      title: 'Payments',
      owner: 'Payments team',
      routes: ['/payments'],
      sidebar: [],
      requires: { shell: '^1.0.0', backend: [] },
    }),
  )
  write('webpack.config.ts', 'throw new Error("no configuration today")')
  await expect(builtFolder(folder)).rejects.toMatchObject({
    refused: [{ check: 'build', reason: 'no configuration today' }],
  })
})
