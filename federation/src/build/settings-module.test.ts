import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { remoteSource, type Setting } from '../schema/index.ts'
import { temporaryFolder } from '../testing/built-part.ts'
import { settingsModule, writeSettingsModule } from './settings-module.ts'

const root = join(import.meta.dirname, '../../..')
const description = 'what it is for'
const settings: Record<string, Setting> = {
  title: { type: 'string', default: 'it\'s "so" \\', description },
  rows: { type: 'integer', default: 20, description: 'rows */ of\na page' },
  isOpen: { type: 'boolean', default: false, description },
  order: { type: 'choice', default: 'new', description, choices: ['new', 'old'] },
}

function newRemote(): { folder: string; file: string } {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'src'))
  return { folder, file: join(folder, 'src', 'settings.ts') }
}

it.each(readdirSync(root).filter((name) => name.startsWith('mfe-')))(
  'what %s has as src/settings.ts is what its remote.json says',
  (name) => {
    const source = remoteSource.parse(JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8')))
    const file = join(root, name, 'src', 'settings.ts')
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(
      source.settings ? settingsModule(source.settings) : null,
    )
  },
)

it('names each setting with its type, default and description', () => {
  const { folder, file } = newRemote()
  writeSettingsModule(folder, { settings })
  const text = readFileSync(file, 'utf8')
  for (const line of [
    '  readonly title: string',
    `  title: 'it\\'s "so" \\\\',`,
    '  /** rows * / of a page */',
    '  readonly rows: number',
    '  readonly isOpen: boolean',
    "  readonly order: 'new' | 'old'",
    "  order: 'new',",
  ])
    expect(text.split('\n')).toContain(line)
})

it('is removed with the last setting, and never in the place of somebody’s own file', () => {
  const { folder, file } = newRemote()
  writeSettingsModule(folder, { settings })
  writeSettingsModule(folder, {})
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'export const own = 1\n')
  writeSettingsModule(folder, {})
  expect(() => writeSettingsModule(folder, { settings })).toThrow(/settings\.ts: is written by the build/)
  expect(readFileSync(file, 'utf8')).toBe('export const own = 1\n')
})
