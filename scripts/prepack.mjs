import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// All that pnpm runs in the folder of a package before it packs it: plain JavaScript and declarations in `dist`,
// because neither Node nor the tools that a team may use read TypeScript out of node_modules.
const source = join(process.cwd(), 'src')
const target = join(process.cwd(), 'dist')
const tsc = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url))

rmSync(target, { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.package.json'], { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(1)
for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (entry.isFile() && entry.name.endsWith('.css')) cpSync(file, join(target, relative(source, file)))
}
