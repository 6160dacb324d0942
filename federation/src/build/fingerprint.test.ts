import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/built-part.ts'
import { buildId, builtDescriptor, readPart } from './built.ts'

let folder: string
const source = {
  name: 'payments',
  title: 'Payments',
  owner: 'Payments team',
  routes: ['/payments'],
  sidebar: [],
  requires: { shell: '^1.0.0', backend: [] },
}
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = join(temporaryFolder(), 'mfe-payments')
  mkdirSync(join(folder, 'src'), { recursive: true })
  write('package.json', '{"version":"1.2.3"}')
  write('remote.json', JSON.stringify(source))
  write('src/routes.tsx', 'export const routes = []')
})

describe('the build id', () => {
  it('is the same for the same sources and another after any change of source, descriptor or version', () => {
    const ids = new Set<string>()
    const seen = () => ids.add(buildId(readPart(folder))).size
    expect(seen()).toBe(1)
    expect(seen()).toBe(1)
    write('src/routes.tsx', 'export const routes = [1]')
    expect(seen()).toBe(2)
    write('package.json', '{"version":"1.2.4"}')
    expect(seen()).toBe(3)
    write('remote.json', JSON.stringify({ ...source, title: 'Pay' }))
    expect(seen()).toBe(4)
  })

  it('does not change with a test, nor with what git or a tool keeps in the folder of a remote that is a repository of its own', () => {
    const before = buildId(readPart(folder))
    write('src/routes.test.tsx', 'test')
    mkdirSync(join(folder, '.git'))
    write('.git/index', 'another commit')
    expect(buildId(readPart(folder))).toBe(before)
  })

  it('changes with what is installed and with what the part itself, shared or federation asks for, not with what another part asks for', () => {
    const lockfile = (changes: Record<string, string>) => {
      const importers = ['mfe-payments', 'mfe-payments-2', 'shared'].map(
        (name) => `  ${name}:\n    dependencies:\n      react: ${changes[name] ?? '19.0.0'}\n`,
      )
      writeFileSync(
        join(folder, '../pnpm-lock.yaml'),
        `lockfileVersion: '9.0'\n\nimporters:\n\n${importers.join('\n')}\npackages:\n\n  react@${changes.packages ?? '19.0.0'}: {}\n`,
      )
      return buildId(readPart(folder))
    }
    const before = lockfile({})
    expect(lockfile({ 'mfe-payments-2': '19.1.0' })).toBe(before)
    for (const which of ['mfe-payments', 'shared', 'packages'])
      expect(lockfile({ [which]: '19.1.0' }), which).not.toBe(before)
  })
})

describe('a part', () => {
  it.each([
    ['no version', 'package.json', '{}', /package\.json: version/],
    [
      'a route without a slash',
      'remote.json',
      JSON.stringify({ ...source, routes: ['payments'] }),
      /remote\.json: routes\.0: must be a path/,
    ],
    ['a field nobody knows', 'remote.json', JSON.stringify({ ...source, colour: 'red' }), /remote\.json: .*colour/],
    [
      'a name that is no name',
      'remote.json',
      JSON.stringify({ ...source, name: 'Pay ments' }),
      /remote\.json: name: must be lower-case/,
    ],
    ['broken JSON', 'remote.json', '{', /remote\.json: is not JSON/],
  ])('with %s is refused by file and field', (_, file, text, reason) => {
    write(file, text)
    expect(() => readPart(folder)).toThrow(reason)
  })
})

it.each(['1.0', 'v1.0.0', '', '01.0.0', '1.0.0+meta', '1.0.0-01', '1.0.0-a..b', '99999999999999999.0.0'])(
  'a version that cannot be sorted, such as "%s", is refused with its file',
  (version) => {
    write('package.json', JSON.stringify({ version }))
    expect(() => readPart(folder)).toThrow(
      `${join(folder, 'package.json')}: version: must be a version such as 1.3.0 or 1.3.0-rc.1`,
    )
  },
)

it('half a descriptor that a build left when it broke off is as none: the part is built', () => {
  mkdirSync(join(folder, 'dist'))
  write('dist/remote.json', '{"kind":"remote","na')
  expect(builtDescriptor(folder)).toBeNull()
})
