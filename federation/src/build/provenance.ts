import { spawnSync } from 'node:child_process'
import type { Provenance } from '../schema/index.ts'

/**
 * Where a build comes from: what the CI says of itself (GitHub Actions, GitLab, or `BUILD_COMMIT`, `BUILD_REPOSITORY`
 * and `BUILD_URL` anywhere), else git. A commit ends with `+` when its repository differs from it. Undefined where
 * nothing is known, such as in sources that were copied without git.
 */
export function readProvenance(folder: string, env: NodeJS.ProcessEnv = process.env): Provenance | undefined {
  const ofCi = fromEnvironment(env)
  const commit = ofCi.commit || git(folder, 'rev-parse', 'HEAD')
  if (!commit || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return undefined
  const repository = addressOf(ofCi.repository || git(folder, 'remote', 'get-url', 'origin'))
  const isChanged = git(folder, 'status', '--porcelain') !== ''
  return {
    commit: `${commit}${isChanged ? '+' : ''}`,
    ...(repository && { repository }),
    builder: addressOf(ofCi.builder) ?? 'a person',
  }
}

type Facts = { commit?: string | undefined; repository?: string | undefined; builder?: string | undefined }

function fromEnvironment(env: NodeJS.ProcessEnv): Facts {
  if (env.BUILD_COMMIT) return { commit: env.BUILD_COMMIT, repository: env.BUILD_REPOSITORY, builder: env.BUILD_URL }
  if (env.GITHUB_ACTIONS) {
    const repository = `${env.GITHUB_SERVER_URL ?? ''}/${env.GITHUB_REPOSITORY ?? ''}`
    return { commit: env.GITHUB_SHA, repository, builder: `${repository}/actions/runs/${env.GITHUB_RUN_ID ?? ''}` }
  }
  if (env.GITLAB_CI) return { commit: env.CI_COMMIT_SHA, repository: env.CI_PROJECT_URL, builder: env.CI_JOB_URL }
  return {}
}

/** Asks git; '' when it says nothing or is not there. */
function git(folder: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8', timeout: 10_000 })
  return status === 0 ? stdout.trim() : ''
}

/**
 * An address as https, without user and password: every page names it. `git@host:team/parts.git` is what git calls
 * `https://host/team/parts`. A path of a machine is none.
 */
function addressOf(text: string | undefined): string | undefined {
  const web = (text ?? '').replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/').replace(/\.git$/, '')
  if (!URL.canParse(web)) return undefined
  const { protocol, origin, pathname } = new URL(web)
  return /^https?:$/.test(protocol) ? `${origin}${pathname.replace(/\/$/, '')}` : undefined
}
