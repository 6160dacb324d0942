import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace/parts.ts'
import { pnpm } from '../workspace/pnpm.ts'
import type { Component, Sbom } from './component.ts'
import { licenceByException } from './licences.ts'

/** The workspace packages that test and measure the product and are no part of it. */
export const tools = ['e2e', 'bench', 'deploy']

/** The filters of pnpm that leave the tools out. A workspace package that is new is in. */
export const productOnly = tools.flatMap((name) => ['--filter', `!@interline/${name}`])

/** What pnpm says that the workspace consists of, as CycloneDX, from the lockfile and what is installed. */
export async function readSbom(filters: string[], options: string[]): Promise<Sbom> {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application']
  return JSON.parse(await pnpm([...filters, 'sbom', ...format, ...options], root)) as Sbom
}

const passwords = 'server/src/auth/common-passwords.txt'

/** The one thing of somebody else that is in the repository itself and in no package. */
function commonPasswords(): Component {
  const content = createHash('sha256')
    .update(readFileSync(join(root, passwords)))
    .digest('hex')
  return {
    type: 'data',
    'bom-ref': passwords,
    name: 'common-passwords',
    description: `An extract of the list of a million passwords in SecLists: ${passwords}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-256', content }],
    externalReferences: [{ type: 'vcs', url: 'https://github.com/danielmiessler/SecLists' }],
  }
}

/**
 * The product as CycloneDX 1.6: what its packages need to build, start and run, on this platform. Left out are
 * devDependencies, and what tests and measures it (`tools`).
 */
export async function productSbom(): Promise<Sbom> {
  const sbom = await readSbom(productOnly, ['--prod'])
  for (const component of sbom.components) {
    const id = component.licenses ? undefined : licenceByException(component)
    if (id) component.licenses = [{ license: { id } }]
  }
  const data = commonPasswords()
  sbom.components.push(data)
  sbom.dependencies.find(({ ref }) => ref === sbom.metadata.component['bom-ref'])?.dependsOn?.push(data['bom-ref'])
  sbom.dependencies.push({ ref: data['bom-ref'], dependsOn: [] })
  return sbom
}
