import { beforeEach, describe, expect, it } from 'vitest'
import { inlineJson } from '../../schema/signed-text.ts'
import type { PageDevOverride, Release, SigningKey } from '../../schema/index.ts'
import { hashOf } from '../verify/ed25519.ts'
import { verifyDevOverride } from './verify-dev-override.ts'
import { rememberRelease } from '../verify/release-memory.ts'

const { subtle } = globalThis.crypto
const now = Date.parse('2027-01-15T12:00:00.000Z')
const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
const release = { remotes: { drivers: {} } } as unknown as Release

async function newKey() {
  const pair = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = await subtle.exportKey('raw', pair.publicKey)
  const key: SigningKey = { id: base64(raw).slice(0, 16), publicKey: base64(raw), addedAt: '2027-01-01T00:00:00.000Z' }
  return {
    key,
    sign: async (text: string) => base64(await subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))),
  }
}
type Signer = Awaited<ReturnType<typeof newKey>>

const fields = {
  schema: 'interline-grant-1',
  id: '0123456789abcdef',
  remote: 'drivers',
  origin: 'http://localhost:3190',
  admin: 'mara@office.test',
  issuedAt: '2027-01-15T11:00:00.000Z',
  expiresAt: '2027-01-15T19:00:00.000Z',
}

let ours: Signer
let storage: Pick<Storage, 'getItem' | 'setItem'>
beforeEach(async () => {
  ours = await newKey()
  const stored = new Map<string, string>()
  storage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => void stored.set(name, value) }
})

async function pageOverride(differ: Record<string, unknown> = {}, signer = ours): Promise<PageDevOverride> {
  const text = inlineJson({ ...fields, ...differ })
  return {
    text,
    signature: { keyId: signer.key.id, signature: await signer.sign(text) },
    session: await hashOf(subtle, 'the token'),
  }
}

const verdict = (
  override: PageDevOverride | null,
  {
    token = 'the token',
    keys = [ours.key],
    at = now,
    crypto = subtle as SubtleCrypto | null,
  }: { token?: string | null; keys?: SigningKey[]; at?: number; crypto?: SubtleCrypto | null } = {},
) => verifyDevOverride({ override, keys, release }, { subtle: crypto, storage, now: at, token })

describe('a grant of a page', () => {
  it('is used in the session that it is for', async () => {
    expect(await verdict(await pageOverride())).toEqual(fields)
  })

  it('is none in a page that carries none, and where nothing can be checked', async () => {
    expect(await verdict(null)).toBe('none')
    expect(await verdict(await pageOverride(), { crypto: null })).toBe('unchecked')
  })

  it.each([
    ['another administrator’s session', 'another token'],
    ['nobody’s session', null],
  ])('is not used in %s', async (_, token) => {
    expect(await verdict(await pageOverride(), { token })).toBe('session')
  })

  it('is not used past its time, or when that is no time', async () => {
    expect(await verdict(await pageOverride(), { at: Date.parse(fields.expiresAt) })).toBe('expired')
    expect(await verdict(await pageOverride({ expiresAt: 'never' }))).toBe('expired')
  })

  it('is not used when a stranger signed it, under its own name or ours', async () => {
    const stranger = await newKey()
    expect(await verdict(await pageOverride({}, stranger))).toBe('unknown-key')
    const forged = await pageOverride({}, stranger)
    expect(await verdict({ ...forged, signature: { ...forged.signature, keyId: ours.key.id } })).toBe('altered')
  })

  it('is not used when one word of it was altered', async () => {
    const genuine = await pageOverride()
    for (const [from, to] of [
      ['3190', '3191'],
      ['drivers', 'users'],
      ['T19:', 'T23:'],
    ] as const) {
      expect(await verdict({ ...genuine, text: genuine.text.replace(from, to) })).toBe('altered')
    }
  })

  it('is not used when its key was retired, also when the page hides that', async () => {
    expect(
      await verdict(await pageOverride(), { keys: [{ ...ours.key, retiredAt: '2027-01-10T00:00:00.000Z' }] }),
    ).toBe('retired-key')
    rememberRelease(storage, {
      number: 1,
      hash: null,
      root: ours.key.publicKey,
      trusted: [ours.key.publicKey],
      retired: [ours.key.publicKey],
    })
    expect(await verdict(await pageOverride())).toBe('retired-key')
  })

  it('is not another text that the same key signed', async () => {
    expect(await verdict(await pageOverride({ schema: 1 }))).toBe('altered')
  })

  it('is not used for a part that the release does not have', async () => {
    expect(await verdict(await pageOverride({ remote: 'payments' }))).toBe('part')
  })
})
