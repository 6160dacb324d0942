import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../testing/built-part.ts'
import type { Descriptor } from '../schema/index.ts'
import { canNameCommit } from './built.ts'
import { readProvenance } from './provenance.ts'

let folder: string
const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const commit = () => {
  git('add', '.')
  git('-c', 'user.name=mara', '-c', 'user.email=mara@interline.test', 'commit', '-qm', 'x')
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  folder = temporaryFolder()
  git('init', '-q')
})

it('a build names the commit of its sources, and that they differ from it', () => {
  write('a.ts', '1')
  expect(readProvenance(folder, {})).toBeUndefined()
  const head = commit()
  expect(readProvenance(folder, {})).toEqual({ commit: head, builder: 'a person' })
  write('a.ts', '2')
  expect(readProvenance(folder, {})?.commit).toBe(`${head}+`)
})

it.each([
  ['git@git.example.com:team/parts.git', 'https://git.example.com/team/parts'],
  ['ssh://git@git.example.com/team/parts.git', 'https://git.example.com/team/parts'],
  ['https://mara:secret@git.example.com/team/parts.git', 'https://git.example.com/team/parts'],
  ['/srv/git/parts', undefined],
])('the repository %s is named %s', (remote, repository) => {
  write('a.ts', '1')
  commit()
  git('remote', 'add', 'origin', remote)
  expect(readProvenance(folder, {})?.repository).toBe(repository)
})

it.each<[string, NodeJS.ProcessEnv, string | undefined, string]>([
  [
    'GitHub Actions',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/parts',
      GITHUB_RUN_ID: '7',
    },
    'https://github.com/acme/parts',
    'https://github.com/acme/parts/actions/runs/7',
  ],
  [
    'GitLab',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: 'a'.repeat(40),
      CI_PROJECT_URL: 'https://gitlab.com/acme/parts',
      CI_JOB_URL: 'https://gitlab.com/acme/parts/-/jobs/7',
    },
    'https://gitlab.com/acme/parts',
    'https://gitlab.com/acme/parts/-/jobs/7',
  ],
  ['anything else', { BUILD_COMMIT: 'a'.repeat(40) }, undefined, 'a person'],
])('%s says it, where there is no git', (_, env, repository, builder) => {
  expect(readProvenance(temporaryFolder(), env)).toEqual({
    commit: 'a'.repeat(40),
    ...(repository && { repository }),
    builder,
  })
  expect(readProvenance(temporaryFolder(), { BUILD_COMMIT: 'main' })).toBeUndefined()
})

it('what was built from changed files can name its commit once they are committed, and nowhere else', () => {
  write('a.ts', '1')
  const head = commit()
  const built = (sha: string) =>
    JSON.parse(
      readFileSync(
        join(builtRemote('drivers', { provenance: { commit: sha, builder: 'a person' } }), 'remote.json'),
        'utf8',
      ),
    ) as Descriptor
  expect(canNameCommit(folder, built(`${head}+`))).toBe(true)
  expect(canNameCommit(folder, built(head))).toBe(false)
  write('a.ts', '2')
  expect(canNameCommit(folder, built(`${head}+`))).toBe(false)
  expect(canNameCommit(temporaryFolder(), built(`${head}+`))).toBe(false)
})
