import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inlineJson } from '../../schema/signed-text.ts'
import type { PageDevOverride, Release } from '../../schema/index.ts'
import { verifyDevOverride } from './verify-dev-override.ts'

const { subtle } = globalThis.crypto
const now = Date.parse('2027-01-15T12:00:00.000Z')
const release = { remotes: { drivers: {} } } as unknown as Release

const fields = {
  schema: 'interline-grant-1',
  id: '0123456789abcdef',
  remote: 'drivers',
  origin: 'http://localhost:3190',
  admin: 'mara@office.test',
  issuedAt: '2027-01-15T11:00:00.000Z',
  expiresAt: '2027-01-15T19:00:00.000Z',
}

const pageOverride = (differ: Record<string, unknown> = {}): PageDevOverride => ({
  text: inlineJson({ ...fields, ...differ }),
  signature: { keyId: '0123456789abcdef', signature: 'of the origin to check' },
  session: createHash('sha256').update('the token').digest('hex'),
})

const verdict = (
  override: PageDevOverride | null,
  {
    token = 'the token',
    at = now,
    crypto = subtle as SubtleCrypto | null,
  }: { token?: string | null; at?: number; crypto?: SubtleCrypto | null } = {},
) => verifyDevOverride({ override, release }, { subtle: crypto ?? undefined, now: at, token })

describe('a grant of a page', () => {
  it('is used in the session that it is for', async () => {
    expect(await verdict(pageOverride())).toEqual(fields)
  })

  it('is none in a page that carries none, and where nothing can be checked', async () => {
    expect(await verdict(null)).toBe('none')
    expect(await verdict(pageOverride(), { crypto: null })).toBe('unchecked')
  })

  it.each([
    ['another administrator’s session', 'another token'],
    ['nobody’s session', null],
  ])('is not used in %s', async (_, token) => {
    expect(await verdict(pageOverride(), { token })).toBe('session')
  })

  it('is not used past its time, or when that is no time', async () => {
    expect(await verdict(pageOverride(), { at: Date.parse(fields.expiresAt) })).toBe('expired')
    expect(await verdict(pageOverride({ expiresAt: 'never' }))).toBe('expired')
  })

  it('is not another text that our key signed', async () => {
    expect(await verdict(pageOverride({ schema: 1 }))).toBe('altered')
  })

  it('is not used for a part that the release does not have', async () => {
    expect(await verdict(pageOverride({ remote: 'payments' }))).toBe('part')
  })
})
