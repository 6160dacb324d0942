import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readAdvisories } from './read-advisories.ts'
import { semverAdvisory } from './testing/semver-advisory.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-advisories-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const idsOf = (path: string) => [...readAdvisories(path)].map(({ id }) => id)

describe('readAdvisories', () => {
  it('reads one, a list, and all JSON files below a folder', () => {
    const one = write('one.json', JSON.stringify(semverAdvisory))
    expect(idsOf(one)).toEqual(['GHSA-c2qf-rxjj-qqgw'])
    expect(idsOf(write('list.json', JSON.stringify([{ id: 'A' }, { id: 'B' }])))).toEqual(['A', 'B'])
    mkdirSync(join(folder, 'below'))
    write('below/three.json', JSON.stringify({ id: 'C', affected: [] }))
    write('below/README.md', 'none')
    expect(idsOf(folder).sort()).toEqual(['A', 'B', 'C', 'GHSA-c2qf-rxjj-qqgw'])
  })

  it('names the file that is not there, no JSON or no advisory', () => {
    expect(() => idsOf(join(folder, 'nothing.json'))).toThrow(/nothing\.json cannot be read: ENOENT/)
    expect(() => idsOf(write('bad.json', '{'))).toThrow(/bad\.json is no JSON/)
    expect(() => idsOf(write('list.json', JSON.stringify([semverAdvisory, {}])))).toThrow(
      /list\.json, record 2, is no advisory in the OSV format: id: /,
    )
    expect(() => idsOf(write('odd.json', '"text"'))).toThrow(/odd\.json is no advisory in the OSV format/)
  })
})
