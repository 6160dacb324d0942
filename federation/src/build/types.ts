import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nearestUp } from './fingerprint.ts'

/**
 * Rejects with the type errors of a part, by file and line, unless the sources of this build had none before. Tests are
 * not built, and a part without a tsconfig.json has no types.
 */
export async function checkTypes(folder: string, build: string): Promise<void> {
  const cache = join(folder, 'node_modules', '.cache')
  const checked = join(cache, 'types-checked')
  if (!existsSync(join(folder, 'tsconfig.json'))) return
  if (existsSync(checked) && readFileSync(checked, 'utf8') === build) return
  // The native compiler takes a quarter of the time, where it is installed.
  const native = nearestUp(folder, [join('node_modules', 'typescript-native', 'bin', 'tsc')])
  const compiler = native ?? createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const said = await new Promise<string>((resolve) => {
    const args = [compiler, '--noEmit', '--pretty', 'false', '-p', '.']
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (error, out) =>
      resolve(error ? out || error.message : ''),
    )
  })
  const wrong = said.split('\n').filter((line) => line.trim() !== '' && !/\.test\.tsx?\(|^ /.test(line))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  mkdirSync(cache, { recursive: true })
  writeFileSync(checked, build)
}
