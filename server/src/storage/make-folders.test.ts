import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolders } from './make-folders.ts'
import { itUnless, without } from '../testing/services.ts'

const here = mkdtempSync(join(tmpdir(), 'interline-folders-'))
afterAll(() => rmSync(here, { recursive: true, force: true }))

it('makes a folder and those above it, and leaves one that is there', () => {
  const folder = join(here, 'a/b/c')
  makeFolders(folder)
  makeFolders(folder)
  expect(existsSync(folder)).toBe(true)
})

it('says why where a file is in the way', () => {
  writeFileSync(join(here, 'file'), '')
  expect(() => makeFolders(join(here, 'file'))).toThrow('EEXIST')
  expect(() => makeFolders(join(here, 'file/a'))).toThrow(/ENOTDIR|EEXIST/)
})

itUnless(without('/proc'))('ends where nothing can be made', () => {
  expect(() => makeFolders('/proc/nothing/of/ours')).toThrow('ENOENT')
})
