import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../federation/src/testing/built-part.ts'
import { root } from '../workspace/parts.ts'
import { writeRemote } from './write-remote.ts'

const newFolder = () => join(temporaryFolder(), 'mfe-seat-plans')
const plans = { name: 'seat-plans', title: 'Seat "Plans"', owner: 'Seats team' }

it('writes a remote with its names filled in everywhere', () => {
  const folder = newFolder()
  const files = writeRemote(folder, plans)
  expect(files).toEqual([
    'package.json',
    'remote.json',
    'src/messages.en.json',
    'src/messages.ts',
    'src/routes.tsx',
    'src/seat-plans-page.module.css',
    'src/seat-plans-page.test.tsx',
    'src/seat-plans-page.tsx',
    'src/settings.ts',
    'tsconfig.json',
    'webpack.config.ts',
  ])
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/\{\{(?!\s)\w+\}\}/)
  expect(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'))).toMatchObject({
    name: 'seat-plans',
    title: 'Seat "Plans"',
    routes: ['/seat-plans'],
  })
  expect(readFileSync(join(folder, 'src/seat-plans-page.tsx'), 'utf8')).toContain('export function SeatPlansPage()')
})

it('writes a remote in a folder of its own, with exact versions and nothing of this workspace', () => {
  const folder = newFolder()
  writeRemote(folder, plans, 'outside')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(
      name.startsWith('@interline/') ? /^file:packages\/interline-[a-z]+-\d+\.\d+\.\d+\.tgz$/ : /^\d+\.\d+\.\d+$/,
    )
  }
  expect(JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))).toMatchObject({
    include: ['src', '*.ts'],
    compilerOptions: { strict: true, types: ['node'] },
  })
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8')
    expect(text, file.name).not.toMatch(/workspace:|catalog:|tsconfig\.base|\{\{(?!\s)[\w:@/-]+\}\}/)
    expect(text, file.name).not.toContain(root)
  }
})

it.each([
  ['a name that is no part’s', { name: 'Seat Plans' }, /must be lower-case letters, digits and dashes/],
  ['a name that leads elsewhere', { name: '../x' }, /must be lower-case/],
  ['a name that every object has', { name: 'constructor' }, /must be another: every JavaScript object has this one/],
  ['a name whose path is a screen of the shell', { name: 'releases' }, /its path \/releases is taken by shell/],
  ['a name whose path the shell’s origin answers', { name: 'healthz' }, /its path \/healthz is taken by shell/],
  ['a name whose path another remote has', { name: 'user-rides' }, /its path \/user-rides is taken by rides/],
  ['a title that is too long', { title: 'x'.repeat(61) }, /title/],
  ['an owner that is empty', { owner: '' }, /owner/],
])('refuses %s, and writes nothing', (_, differ, reason) => {
  const folder = newFolder()
  expect(() => writeRemote(folder, { ...plans, ...differ })).toThrow(reason)
  expect(existsSync(folder)).toBe(false)
})

it('never writes over what is there', () => {
  const folder = newFolder()
  writeRemote(folder, plans)
  const before = readdirSync(folder)
  expect(() => writeRemote(folder, { ...plans, title: 'Another' })).toThrow(/is there already/)
  expect(readdirSync(folder)).toEqual(before)
})
