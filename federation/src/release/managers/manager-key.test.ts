import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeManagerKey } from './manager-key.ts'

it('makes no private key where the public one is there already', () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-keys-'))
  try {
    writeFileSync(join(folder, 'me.pub'), '')
    expect(() => makeManagerKey(join(folder, 'me'))).toThrow('me.pub: is there already')
    expect(readdirSync(folder)).toEqual(['me.pub'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
