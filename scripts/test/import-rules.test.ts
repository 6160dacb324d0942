import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Config = { forbidden: IFlattenedRuleSet['forbidden']; options: ICruiseOptions }

const config = async (name: string) =>
  ((await import(join(import.meta.dirname, '..', '..', name))) as { default: Config }).default

const folder = mkdtempSync(join(tmpdir(), 'interline-imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (path: string, code = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), code)
}

/** All that the rules say of the files of this folder: the reasons by file. */
async function reasons({ forbidden, options }: Config): Promise<Map<string, string[]>> {
  const { output } = await cruise(['.'], {
    ...options,
    tsConfig: undefined,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  })
  const reported = new Map<string, string[]>()
  for (const { from, rule } of (output as ICruiseResult).summary.violations) {
    const comment = forbidden?.find(({ name }) => name === rule.name)?.comment ?? ''
    reported.set(from, [...(reported.get(from) ?? []), comment])
  }
  return reported
}

const refused: [string, string, string, RegExp][] = [
  ['a remote that imports another remote', 'mfe-users/src/a.ts', 'mfe-rides/src/to.ts', /A remote uses shared/],
  ['a remote that imports the shell', 'mfe-users/src/b.ts', 'shell/src/to.ts', /A remote uses shared/],
  ['a remote that imports federation', 'mfe-users/src/c.ts', 'federation/src/build/to.ts', /A remote uses shared/],
  ['a remote that takes a schema', 'mfe-users/src/d.ts', 'shared/src/contract/schemas/to.ts', /zod stays out of pages/],
  ['shared that takes a schema', 'shared/src/d.ts', 'shared/src/contract/schemas/to.ts', /zod stays out of pages/],
  [
    'the contract that runs a schema',
    'shared/src/contract/b.ts',
    'shared/src/contract/schemas/to.ts',
    /nothing that runs/,
  ],
  ['a browser test that runs the contract', 'e2e/b.spec.ts', 'shared/src/contract/to.ts', /what they expect is theirs/],
  ['a remote whose build uses the server', 'mfe-users/webpack.config.ts', 'server/src/to.ts', /federation’s builder/],
  ['the shell that imports a remote', 'shell/src/a.ts', 'mfe-rides/src/to.ts', /only by URL at run time/],
  ['the shell that reads the builder', 'shell/src/b.ts', 'federation/src/build/to.ts', /only by URL at run time/],
  ['shared that imports federation', 'shared/src/a.ts', 'federation/src/schema/to.ts', /Shared stands below/],
  ['the contract that imports shared', 'shared/src/contract/a.ts', 'shared/src/to.ts', /imports nothing of ours/],
  ['the server that imports shared', 'server/src/a.ts', 'shared/src/to.ts', /knows the wire contract/],
  ['federation that imports shared', 'federation/src/build/a.ts', 'shared/src/to.ts', /Federation serves any/],
  ['a schema that reads releases', 'federation/src/schema/a.ts', 'federation/src/release/to.ts', /schema is read by/],
  ['a browser test that imports the product', 'e2e/a.spec.ts', 'shell/src/to.ts', /only through browser/],
  ['a benchmark that imports the server', 'bench/a.ts', 'server/src/to.ts', /only through browser/],
  ['a package that has no line', 'new-one/src/a.ts', 'new-one/src/to.ts', /A new package says/],
]
const allowed: [string, string, string][] = [
  ['a remote that takes shared', 'mfe-users/src/x.ts', 'shared/src/to.ts'],
  ['a remote that imports its own file', 'mfe-users/src/y.ts', 'mfe-users/src/to.ts'],
  ['the shell that takes the federation runtime', 'shell/src/x.ts', 'federation/src/runtime/to.ts'],
  ['a remote that takes a constant of the contract', 'mfe-users/src/z.ts', 'shared/src/contract/to.ts'],
  ['the server that takes the contract', 'server/src/x.ts', 'shared/src/contract/to.ts'],
  ['the server that parses with a schema', 'server/src/y.ts', 'shared/src/contract/schemas/to.ts'],
  ['a unit test that takes a schema', 'shell/src/a.test.ts', 'shared/src/contract/schemas/to.ts'],
  ['a schema that takes a constant', 'shared/src/contract/schemas/x.ts', 'shared/src/contract/to.ts'],
  ['a benchmark that uses the harness', 'bench/x.ts', 'e2e/to.ts'],
]

describe('who may import whom (.dependency-cruiser.mjs)', () => {
  let reported: Map<string, string[]>
  beforeAll(async () => {
    for (const [, from, to] of [...refused, ...allowed]) {
      file(to, 'export const to = 1\n')
      file(from, `export * from '${'../'.repeat(from.split('/').length - 1)}${to}'\n`)
    }
    file('shared/src/contract/types.ts', "export type * from './schemas/to.ts'\n")
    file('e2e/types.spec.ts', "export type * from '../shared/src/contract/to.ts'\n")
    file('server/src/round.ts', "import type { Square } from './square.ts'\nexport type Round = Square\n")
    file('server/src/square.ts', "import type { Round } from './round.ts'\nexport type Square = Round\n")
    reported = await reasons(await config('.dependency-cruiser.mjs'))
  })

  it.each(refused)('refuses %s, and says why', (_, from, __, why) => {
    expect(reported.get(from)?.join('\n')).toMatch(why)
  })

  it.each(allowed)('allows %s', (_, from) => {
    expect(reported.get(from)).toBeUndefined()
  })

  it.each(['shared/src/contract/types.ts', 'e2e/types.spec.ts'])('allows the types of %s', (file) => {
    expect(reported.get(file)).toBeUndefined()
  })

  it('refuses a circle of types', () => {
    expect(reported.get('server/src/round.ts')?.join('\n')).toMatch(/cannot be read one after the other/)
  })

  it('refuses two folders that need each other, though no two modules do', async () => {
    file('mfe-users/src/one/a.ts', "export * from '../two/b.ts'\n")
    file('mfe-users/src/one/c.ts', 'export const c = 1\n')
    file('mfe-users/src/two/b.ts', 'export const b = 1\n')
    file('mfe-users/src/two/d.ts', "export * from '../one/c.ts'\n")
    const reported = await reasons(await config('.dependency-cruiser.folders.mjs'))
    expect(reported.get('mfe-users/src/one')?.join('\n')).toMatch(/stands below it/)
    expect([...reported.keys()].sort()).toEqual(['mfe-users/src/one', 'mfe-users/src/two'])
  })
})
