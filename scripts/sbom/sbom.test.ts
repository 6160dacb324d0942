import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { catalogVersion } from '../workspace/catalog.ts'
import { root } from '../workspace/parts.ts'
import { licenceViolations, unusedExceptions } from './licences.ts'
import { tools } from './sbom.ts'

const hash = z.object({
  alg: z.enum(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']),
  content: z.string().regex(/^[\da-f]+$/),
})
const component = z.object({
  type: z.enum(['application', 'library', 'data']),
  'bom-ref': z.string().min(1),
  group: z.string().optional(),
  name: z.string().min(1),
  version: z.string().min(1).optional(),
  purl: z.string().startsWith('pkg:npm/').optional(),
  scope: z.enum(['required', 'optional']).optional(),
  licenses: z
    .array(
      z.union([
        z.strictObject({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
        z.strictObject({ expression: z.string() }),
      ]),
    )
    .optional(),
  hashes: z.array(hash).optional(),
  externalReferences: z
    .array(z.object({ type: z.string(), url: z.string(), hashes: z.array(hash).optional() }))
    .optional(),
})
/** What CycloneDX 1.6 requires, of the parts that we have. */
const document = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  version: z.int().min(1),
  metadata: z.object({ timestamp: z.iso.datetime(), component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

const folder = mkdtempSync(join(tmpdir(), 'interline-sbom-'))
let sbom: z.infer<typeof document>
const purls = () => sbom.components.flatMap(({ purl }) => purl ?? [])
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

beforeAll(async () => {
  const file = join(folder, 'sbom.json')
  const { stdout } = await promisify(execFile)('node', ['scripts/run.mjs', 'sbom', '--to', file], { cwd: root })
  expect(stdout).toMatch(/: CycloneDX 1\.6, \d+ components\n$/)
  sbom = document.parse(JSON.parse(readFileSync(file, 'utf8')))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('npm run sbom', () => {
  it('names each production dependency of each package of the product, and none that only a tool needs', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const needed = new Set<string>()
    for (const { name: folder } of folders.filter(({ name }) => !tools.includes(name))) {
      let file: string
      try {
        file = readFileSync(join(root, folder, 'package.json'), 'utf8')
      } catch {
        continue
      }
      const { dependencies = {} } = JSON.parse(file) as { dependencies?: Record<string, string> }
      for (const [name, version] of Object.entries(dependencies))
        if (version === 'catalog:') needed.add(purlOf(name, catalogVersion(name)))
    }
    expect(needed.size).toBeGreaterThan(40)
    expect([...needed].filter((purl) => !purls().includes(purl))).toEqual([])
    expect(purls()).toContain(purlOf('light-my-request', '6.6.0'))
    for (const name of ['@axe-core/playwright', '@playwright/test', 'vitest', 'eslint', 'jsdom'])
      expect(purls(), name).not.toContain(purlOf(name, catalogVersion(name)))
  })

  it('has the hash of each package as the lockfile has it', () => {
    const { packages } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as {
      packages: Record<string, { resolution: { integrity: string } }>
    }
    const fromRegistry = sbom.components.filter(({ group, type }) => group !== '@interline' && type !== 'data')
    for (const { group, name, version, externalReferences = [] } of fromRegistry) {
      const key = `${group ? `${group}/` : ''}${name}@${version}`
      const [algorithm, base64] = (packages[key]?.resolution.integrity ?? '').split(/-(.*)/s) as [string, string]
      const hashes = externalReferences.find(({ type }) => type === 'distribution')?.hashes
      expect(hashes, key).toEqual([
        { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') },
      ])
    }
    expect(fromRegistry.length).toBeGreaterThan(300)
  })

  it('says who needs whom: all is reached from the product, and nothing is named that is not there', () => {
    const own = sbom.metadata.component['bom-ref']
    const refs = [own, ...sbom.components.map((one) => one['bom-ref'])]
    expect(new Set(refs).size).toBe(refs.length)
    const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set([own])
    for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next)
    expect([...reached].sort()).toEqual(refs.sort())
  })

  it('names the list of common passwords, which is in no package', () => {
    const content = createHash('sha256')
      .update(readFileSync(join(root, 'server/src/auth/common-passwords.txt')))
      .digest('hex')
    expect(sbom.components.filter(({ type }) => type === 'data')).toMatchObject([
      { name: 'common-passwords', licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-256', content }] },
    ])
  })
})

describe('licences', () => {
  it('are ones that scripts/sbom/licences.ts allows, for everything of the product', () => {
    expect(licenceViolations(sbom.components)).toEqual([])
  })

  it('have no exception that nothing needs any more', () => {
    expect(unusedExceptions(sbom.components)).toEqual([])
    expect(unusedExceptions([]).length).toBeGreaterThan(0)
  })

  const made = (licenses?: object[], name = 'left-pad', version = '1.0.0', group?: string) =>
    licenceViolations([component.parse({ type: 'library', 'bom-ref': 'x', group, name, version, licenses })])

  it('that are not allowed are named with their package', () => {
    expect(made([{ license: { id: 'GPL-3.0-only' } }])).toEqual([
      'left-pad 1.0.0 has the licence GPL-3.0-only, which scripts/sbom/licences.ts does not allow',
    ])
    expect(made()).toEqual(['left-pad 1.0.0 states no licence, which scripts/sbom/licences.ts does not allow'])
    expect(made([{ license: { name: 'SEE LICENSE IN EULA.txt' } }])).toHaveLength(1)
    expect(made([])).toHaveLength(1)
  })

  it('of an expression have to be allowed one and all', () => {
    expect(made([{ expression: '(MIT AND Zlib)' }])).toEqual([])
    expect(made([{ expression: 'Apache-2.0 OR (MIT AND GPL-2.0-only)' }])).toHaveLength(1)
    expect(made([{ expression: 'Apache-2.0 WITH LLVM-exception' }])).toHaveLength(1)
    expect(made([{ license: { id: 'MIT' } }, { license: { id: 'AGPL-3.0-only' } }])).toHaveLength(1)
  })

  it('by exception are for that package, version and licence alone', () => {
    const font = (id: string, version: string) => made([{ license: { id } }], 'inter', version, '@fontsource-variable')
    expect(font('OFL-1.1', '5.3.0')).toEqual([])
    expect(font('OFL-1.1', '5.3.1')).toHaveLength(1)
    expect(font('GPL-3.0-only', '5.3.0')).toHaveLength(1)
    expect(made([{ license: { id: 'OFL-1.1' } }])).toHaveLength(1)
  })
})
