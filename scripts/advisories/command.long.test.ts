import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { catalogVersion } from '../workspace/catalog.ts'
import { root } from '../workspace/parts.ts'
import { semverAdvisory } from './testing/semver-advisory.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-advisories-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ status: number | null; output: string }> {
  const child = spawn('node', ['scripts/run.mjs', 'advisories', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })))
}

function write(name: string, content: unknown): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const axios = catalogVersion('axios')
/** In the form of osv.dev, about the version that is pinned here. */
const axiosAdvisory = {
  schema_version: '1.7.3',
  id: 'GHSA-test-test-test',
  modified: '2026-11-01T00:00:00Z',
  summary: 'axios asks \u001b[31mwhom it should not',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'axios', purl: 'pkg:npm/axios' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: axios }, { fixed: '99.0.0' }] }],
    },
  ],
  database_specific: { severity: 'CRITICAL' },
}
const vitest = { ...axiosAdvisory, affected: [{ package: { ecosystem: 'npm', name: 'vitest' } }], id: 'MAL-2026-1' }

/** What a registry that answers every audit in one way is told and says. */
async function withRegistry<T>(answer: unknown, act: (url: string) => Promise<T>): Promise<[T, string[]]> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return [await act(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`), asked]
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('npm run advisories -- --from PATH', () => {
  it('ends with 0 when no version of the lockfile is meant', async () => {
    const { status, output } = await run(['--from', write('semver.json', semverAdvisory)])
    expect(output).toMatch(
      /^None known: \d{3,} packages against 1 advisories of .*semver\.json, the newest of 2023-07-10\n$/,
    )
    expect(status).toBe(0)
  })

  it('names each package that is meant, in the product and in its tools, with the days it has, and ends with 1', async () => {
    write('all/2023/semver.json', semverAdvisory)
    write('all/2026/new.json', [axiosAdvisory, vitest])
    write('all/README.md', 'no advisory')
    const { status, output } = await run(['--from', join(folder, 'all')])
    expect(output.split('\n')).toEqual([
      `axios ${axios} (product): critical, 7 days: GHSA-test-test-test axios asks \\u001b[31mwhom it should not (without it: 99.0.0)`,
      expect.stringContaining(`vitest ${catalogVersion('vitest')} (tests and tools): critical, 7 days: MAL-2026-1`),
      expect.stringMatching(/^2 known: \d+ packages against 3 advisories of .*, the newest of 2026-11-01$/),
      '',
    ])
    expect(status).toBe(1)
  })

  it('ends with 2 and says why when the path holds no advisories', async () => {
    const { status, output } = await run(['--from', write('none.json', [])])
    expect(output).toMatch(/none\.json holds no advisory about a package of npm/)
    expect(status).toBe(2)
  })
})

describe('npm run advisories', () => {
  const advisory = {
    id: 1,
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    title: 'axios asks whom it should not',
    severity: 'high',
    vulnerable_versions: '<99',
  }

  it('asks the registry, and ends with 1 for what it knows', async () => {
    const [{ status, output }, asked] = await withRegistry({ axios: [advisory] }, (url) =>
      run([], { pnpm_config_registry: url }),
    )
    expect(asked).toEqual(['POST /-/npm/v1/security/advisories/bulk'])
    expect(output).toContain(
      `axios ${axios} (product): high, 30 days: GHSA-aaaa-bbbb-cccc axios asks whom it should not`,
    )
    expect(output).toMatch(/\n1 known: \d+ packages against what the registry knows today\n$/)
    expect(status).toBe(1)
  })

  it('ends with 0 when the registry knows nothing', async () => {
    const [{ status, output }] = await withRegistry({}, (url) => run([], { pnpm_config_registry: url }))
    expect(output).toMatch(/^None known: \d+ packages against what the registry knows today\n$/)
    expect(status).toBe(0)
  })

  it('says that nothing was checked, and ends with 3, when no registry answers', async () => {
    const [url] = await withRegistry({}, (closedAfterwards) => Promise.resolve(closedAfterwards))
    const { status, output } = await run([], { pnpm_config_registry: url })
    expect(output).toMatch(/^Not checked: the registry did not answer\. .*Connection refused/)
    expect(output).toContain('--from FILE_OR_FOLDER')
    expect(status).toBe(3)
  })
})
