import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/built-part.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const installed = join(repository, 'mfe-drivers/node_modules')
const source = {
  name: 'payments',
  title: 'Payments',
  owner: 'Payments team',
  routes: ['/payments'],
  sidebar: [],
  requires: { shell: '^1.0.0', backend: [] },
}
let folder: string

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const cache = () => join(folder, 'node_modules/.cache/webpack')

/**
 * Builds in a process of its own, as a team does, and says what came out: the build id, and each file with its hash.
 */
function build({ cold = false } = {}): { id: string; files: Record<string, string> } {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  if (cold) rmSync(cache(), { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'federation/bin/build.mjs'), folder, '--without-types'],
    { encoding: 'utf8', cwd: repository },
  )
  if (status !== 0) throw new Error(stderr)
  expect(readdirSync(cache()).length).toBeGreaterThan(0)
  const files = readdirSync(join(folder, 'dist'))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, 'dist', name)))
        .digest('hex'),
    ])
  return {
    id: /-([0-9a-f]{12}) built/.exec(stdout)?.[1] ?? '',
    files: Object.fromEntries(files) as Record<string, string>,
  }
}

// A remote in a folder of its own, with what this repository has installed.
beforeAll(() => {
  folder = join(temporaryFolder(), 'mfe-payments')
  for (const room of ['src', 'node_modules/@interline', 'node_modules/@types'])
    mkdirSync(join(folder, room), { recursive: true })
  for (const name of readdirSync(installed))
    if (!/^[.@]/.test(name)) symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  symlinkSync(join(repository, 'shared'), join(folder, 'node_modules/@interline/shared'))
  write('package.json', '{"version":"1.2.3","type":"module"}')
  write('remote.json', JSON.stringify(source))
  writeFileSync(
    join(folder, '../tsconfig.base.json'),
    '{"compilerOptions":{"target":"ES2022","module":"ESNext","moduleResolution":"Bundler","jsx":"react-jsx"}}',
  )
  write('tsconfig.json', '{"extends":"../tsconfig.base.json","include":["src"]}')
  write(
    'webpack.config.ts',
    `import { remoteConfig } from '${join(repository, 'federation/src/build/index.ts')}'\nexport default remoteConfig(import.meta.dirname)\n`,
  )
  write('src/amount.ts', 'export class Amount { cents = 100 }')
  write('src/receipt.ts', 'export const receipt = () => "paid"')
  write(
    'src/routes.tsx',
    `import { Amount } from './amount.ts'\nexport const print = () => import('./receipt.ts')\nexport const routes = [{ path: '/payments', element: <p>{new Amount().cents}</p> }]`,
  )
})

it(
  'a warm build makes the very bytes of a cold one: as it was, after a change of a source, and after one of a build setting',
  { timeout: 300_000 },
  () => {
    const first = build({ cold: true })
    expect(build()).toEqual(first)

    const changes = [
      ['a source', () => write('src/amount.ts', 'export class Amount { cents = 250 }')],
      [
        'a setting of the compiler',
        () =>
          write(
            'tsconfig.json',
            '{"extends":"../tsconfig.base.json","compilerOptions":{"useDefineForClassFields":false},"include":["src"]}',
          ),
      ],
      [
        'a setting that it inherits',
        () =>
          writeFileSync(
            join(folder, '../tsconfig.base.json'),
            '{"compilerOptions":{"target":"ES2022","module":"ESNext","moduleResolution":"Bundler","jsx":"react-jsx","experimentalDecorators":true,"removeComments":true}}',
          ),
      ],
    ] as const
    let before = first
    for (const [what, change] of changes) {
      change()
      const warm = build()
      expect(warm.id, what).not.toBe(before.id)
      expect(warm, what).toEqual(build({ cold: true }))
      before = warm
    }
  },
)

it('what a first screen runs asks to be compiled ahead, what is opened later does not', { timeout: 120_000 }, () => {
  build()
  const read = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8')
  const { entry, exposes } = JSON.parse(read('remote.json')) as {
    entry: { file: string }
    exposes: Record<string, { js: string[] }>
  }
  const first = [entry.file, ...(exposes['./routes']?.js ?? [])]
  const rest = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.js') && !first.includes(name))
  expect(first.map((name) => read(name).startsWith('//# allFunctionsCalledOnLoad\n'))).toEqual([true, true])
  expect(rest.map((name) => read(name).includes('allFunctionsCalledOnLoad'))).toEqual([false])
})

it('a type error and a second copy of React end a build, with file and line', { timeout: 120_000 }, () => {
  const failed = (text: string) => {
    writeFileSync(join(folder, 'src/receipt.ts'), text)
    const { status, stderr } = spawnSync(process.execPath, [join(repository, 'federation/bin/build.mjs'), folder], {
      encoding: 'utf8',
      cwd: repository,
    })
    return [status, stderr]
  }
  const strict = { extends: join(repository, 'tsconfig.base.json'), include: ['src/receipt.ts'] }
  write('tsconfig.json', JSON.stringify(strict))
  write('src/receipt.test.ts', 'export const broken: number = "a test is not built"')
  expect(failed('export const paid = 1\nexport const receipt: string = paid')).toEqual([
    1,
    expect.stringMatching(/^src\/receipt\.ts\(2,14\): error TS2322: /),
  ])
  // The output of the file before is in dist; its types are still wrong.
  expect(failed('export const paid = 1\nexport const receipt: string = paid')[0]).toBe(1)
  expect(failed("// @ts-expect-error: no types\nexport * from '../node_modules/react/index.js'")).toEqual([
    1,
    expect.stringContaining(
      'src/receipt.ts brings a second copy of react; import from what the shell provides: react,',
    ),
  ])
  expect(failed('export const receipt = "paid"')).toEqual([0, ''])
})
