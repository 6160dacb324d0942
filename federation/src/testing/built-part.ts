import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageFormat, type Descriptor, type RemoteDescriptor, type ShellDescriptor } from '../schema/index.ts'

const sha = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

function write(folder: string, descriptor: Descriptor, contents: Record<string, string>) {
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(contents)) writeFileSync(join(folder, path), text)
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(descriptor))
  return folder
}

const fileList = (contents: Record<string, string>) =>
  Object.entries(contents).map(([path, text]) => ({ path, bytes: Buffer.byteLength(text), integrity: sha(text) }))

/** Gone when the tests of the file have ended. */
export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'folder-'))

/** A built remote in a temporary folder, as a build would leave it, with these contents of files instead. */
export function builtRemote(
  name: string,
  overrides: Partial<RemoteDescriptor> = {},
  more: Record<string, string> = {},
): string {
  const build = overrides.build ?? '0'.repeat(12)
  const contents = {
    'remote.1.js': `var ${name}_${build} = self.webpackChunk${name}_${build} = {} // ${'x'.repeat(2000)}`,
    'routes.1.js': `// routes of ${name}`,
    ...more,
  }
  return write(
    join(temporaryFolder(), name),
    {
      kind: 'remote',
      name,
      title: name,
      owner: 'Somebody',
      routes: [`/${name}`],
      sidebar: [{ title: name, path: `/${name}`, icon: 'flag', order: 1 }],
      version: '1.0.0',
      files: fileList(contents),
      entry: { file: 'remote.1.js', global: `${name}_${build}` },
      exposes: { './routes': { js: ['routes.1.js'], css: [], shared: ['react'] } },
      requires: { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: { react: '^19.3.1' }, backend: [] },
      ...overrides,
      build,
    },
    contents,
  )
}

/** A built shell in a temporary folder. */
export function builtShell(overrides: Partial<ShellDescriptor> = {}): string {
  const contents = {
    'shell.1.js': '// shell',
    'shell.1.css': 'body {}',
    'list.1.js': '// list',
    'start.1.js': '// start',
  }
  return write(
    join(temporaryFolder(), 'shell'),
    {
      kind: 'shell',
      name: 'shell',
      title: 'Interline',
      owner: 'Platform',
      routes: [],
      version: '1.0.0',
      build: '0'.repeat(12),
      files: fileList(contents),
      initial: { js: ['shell.1.js'], css: ['shell.1.css'] },
      doors: { '@interline/shared/list': { js: ['list.1.js'], css: [] } },
      preload: [],
      start: 'start.1.js',
      pageFormat,
      provides: { shell: '1.0.0', mfRuntime: '2.9.2', shared: { react: '19.3.1', '@interline/shared/list': '1.0.0' } },
      ...overrides,
    },
    contents,
  )
}
