import { runRelease } from '../release/cli/run-release.ts'

/** Runs a `release` command in this process, with the environment of this process and `env`. */
export async function releaseWith(
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const output = { out: '', err: '' }
  const code = await runRelease(args, {
    env: { ...process.env, API_URL: '', ARTIFACT_STORE: '', ...env },
    out: (text) => (output.out += text),
    err: (text) => (output.err += text),
  })
  return { code, ...output }
}
