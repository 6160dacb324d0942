import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, SettingError } from '../../config/config.ts'
import { createSecretBox, openSecretBox, OtherKeyError } from './secret-box.ts'

const key = randomBytes(32)

it('reads what it encrypted, which is never twice the same', () => {
  const box = createSecretBox(key)
  const sealed = box.encrypt('a secret of ours', 'p1')
  expect(sealed).not.toContain('secret')
  expect(box.encrypt('a secret of ours', 'p1')).not.toBe(sealed)
  expect(createSecretBox(key).decrypt(sealed, 'p1')).toBe('a secret of ours')
})

it('refuses what is somebody else’s, was altered, or has another key', () => {
  const box = createSecretBox(key)
  const sealed = box.encrypt('a secret', 'p1')
  expect(() => box.decrypt(sealed, 'p2')).toThrow()
  const at = sealed.length - 4
  const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => box.decrypt(altered, 'p1')).toThrow()
  expect(() => createSecretBox(randomBytes(32)).decrypt(sealed, 'p1')).toThrow(OtherKeyError)
})

it('keeps its key in a file that only its owner reads, or takes that of the settings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interline-key-'))
  const open = (env: Record<string, string> = {}) => openSecretBox(readConfig({ DATA_DIR: folder, ...env }))
  const sealed = (await open())?.encrypt('a secret', 'p1') ?? ''
  const file = join(folder, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await open())?.decrypt(sealed, 'p1')).toBe('a secret')
  const SECRET_KEY = (await readFile(file, 'utf8')).trim()
  expect((await open({ SECRET_KEY, REDIS_URL: 'redis://localhost' }))?.decrypt(sealed, 'p1')).toBe('a secret')
  expect(await open({ REDIS_URL: 'redis://localhost' })).toBeUndefined()
  await writeFile(file, 'cut')
  await expect(open()).rejects.toThrow(SettingError)
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY')
  await rm(folder, { recursive: true })
})
