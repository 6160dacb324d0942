import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { lock } from 'proper-lockfile'
import { builtDescriptor } from '@interline/federation/built'
import { root, type PartFolder } from '../workspace/parts.ts'
import { track } from './processes.ts'

function build({ folder }: PartFolder): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = track(
      spawn(
        process.execPath,
        ['--import', 'tsx', join(root, 'federation/src/build/cli.ts'), folder, '--without-types'],
        { cwd: root },
      ),
    )
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve(out.trim())
        : reject(new Error(`${folder} could not be built:\n${signal ? `the build was ended by ${signal}` : out}`)),
    )
  })
}

/**
 * Builds each part whose sources changed since its `dist` was made, two at a time, the largest (the shell) first.
 * Copies started side by side from one checkout wait for each other here.
 */
export async function buildParts(wanted: PartFolder[], log: (line: string) => void): Promise<void> {
  const stale = () => wanted.filter(({ folder }) => !builtDescriptor(folder))
  if (stale().length === 0) return
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const release = await lock(cache, {
    lockfilePath: join(cache, 'build.lock'),
    stale: 30_000,
    retries: { retries: 600, minTimeout: 500, maxTimeout: 500 },
  })
  try {
    const queue = stale()
    if (queue.length > 0) log(`Building ${queue.map(({ name }) => name).join(', ')}`)
    const twoAtATime = pLimit(2)
    await Promise.all(queue.map((part) => twoAtATime(async () => log(await build(part)))))
  } finally {
    await release()
  }
}
