import { runRelease } from './run-release.ts'

process.exitCode = await runRelease(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
