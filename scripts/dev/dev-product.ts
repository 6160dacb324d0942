import { watch } from 'node:fs'
import { join } from 'node:path'
import { parts, root } from '../workspace/parts.ts'
import { startProduct } from '../product/product.ts'

const { bringUpToDate } = await startProduct(process.env, {
  follow: true,
  onNewPart: ({ folder }) => watchPart(folder),
})

let pending: NodeJS.Timeout | undefined
let running = Promise.resolve()

function rebuildSoon() {
  clearTimeout(pending)
  pending = setTimeout(() => {
    running = running.then(bringUpToDate).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    })
  }, 200)
}

function watchPart(folder: string) {
  for (const name of ['src', 'public', 'remote.json']) {
    try {
      watch(join(folder, name), { recursive: true }, rebuildSoon)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}
for (const folder of [...parts.map((part) => part.folder), join(root, 'shared'), join(root, 'federation')])
  watchPart(folder)
process.stdout.write(
  'Watching the sources of shell, remotes, shared and federation: a change is built, published and pinned; reload to see it.\n',
)
