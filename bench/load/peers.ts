import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { root, run } from '../../e2e/harness/product/product.ts'
import { servePage } from '../serve-page.ts'

const folder = join(root, 'bench/peers')

/** The selector of a driver's row in the list of each peer. */
export const peerRows = { 'react-admin': 'tbody tr.RaDataTable-row', refine: 'tbody tr.ant-table-row' } as const
export type PeerName = keyof typeof peerRows

// pnpm leaves the lockfile it installed beside what it installed.
function isInstalled() {
  const installed = join(folder, 'node_modules/.pnpm/lock.yaml')
  return (
    existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
  )
}

async function done(command: string, args: string[], cwd: string) {
  const running = run(command, args, {}, cwd)
  const { code } = await running.ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code} in ${cwd}:\n${running.output()}`)
}

/** Installs the packages of the peers, which are none of ours, unless they are there already. */
export async function installPeers(): Promise<void> {
  if (isInstalled()) return
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { pnpm: string } }
  await done('npx', ['--yes', `pnpm@${engines.pnpm}`, 'install', '--frozen-lockfile', '--ignore-scripts'], folder)
}

/** Builds a peer's lists for production into a folder, and serves them beside the API. The caller closes it. */
export async function servePeer(name: PeerName, target: string, port: number, apiUrl: string): Promise<Server> {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', target, '--emptyOutDir']
  await done(process.execPath, build, join(folder, name))
  const html = readFileSync(join(target, 'index.html'), 'utf8').replace(
    'name="api-url" content=""',
    `name="api-url" content="${apiUrl}"`,
  )
  return servePage(target, port, () => html)
}
