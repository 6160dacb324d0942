import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inlineJson } from '../../schema/signed-text.ts'
import { keyText } from '../../schema/signed-text.ts'
import type { ReleaseSignature, SigningKey } from '../../schema/index.ts'
import type { PageRelease } from './page-release.ts'
import { recallRelease } from './release-memory.ts'
import { violationCodes } from './release-refused.ts'
import { verifyRelease, type VerifyOptions } from './verify-release.ts'

const { subtle } = globalThis.crypto
const now = Date.parse('2027-01-15T12:00:00.000Z')
const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')

type Signer = { key: SigningKey; sign: (text: string) => Promise<string> }
type Endorsed = Signer & { key: SigningKey & { endorsement: ReleaseSignature } }

async function newKey(): Promise<Signer> {
  const pair = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = await subtle.exportKey('raw', pair.publicKey)
  const id = Buffer.from(await subtle.digest('SHA-256', raw))
    .toString('hex')
    .slice(0, 16)
  return {
    key: { id, publicKey: base64(raw), addedAt: '2027-01-01T00:00:00.000Z' },
    sign: async (text) => base64(await subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))),
  }
}

async function endorsedBy(endorser: Signer, next?: Signer): Promise<Endorsed> {
  const signer = next ?? (await newKey())
  const endorsement = { keyId: endorser.key.id, signature: await endorser.sign(keyText(signer.key)) }
  return { ...signer, key: { ...signer.key, endorsement } }
}

const retired = ({ key }: Signer): SigningKey => ({ ...key, retiredAt: '2027-01-10T00:00:00.000Z' })

async function pageOf(
  number: number,
  signer: Signer,
  {
    keys = [signer.key],
    reason = 'a “reason” </script>',
    expiresAt = '2027-04-01T00:00:00.000Z',
    canaryOf = undefined as number | undefined,
  } = {},
): Promise<PageRelease> {
  const text = inlineJson({ schema: 1, number, expiresAt, reason, canaryOf })
  return { text, keys, signature: { keyId: signer.key.id, signature: await signer.sign(text) } }
}

function browser(differ: Partial<VerifyOptions> = {}) {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  }
  const here: VerifyOptions = { subtle, storage, hostname: 'office.example', now, ...differ }
  return {
    opens: async (page: PageRelease, options: Partial<VerifyOptions> = {}) => {
      const answer = await verifyRelease(page, { ...here, ...options }).catch((error: unknown) => error)
      return answer instanceof Error ? ('code' in answer ? answer.code : answer) : 'runs'
    },
    memory: () => recallRelease(storage),
  }
}

let root: Signer
beforeEach(async () => {
  root = await newKey()
})

describe('a release as it was signed', () => {
  it('runs, at a first visit and at the next, and its text is what the page gets', async () => {
    const { opens, memory } = browser()
    const page = await pageOf(7, root)
    expect([await opens(page), await opens(page), await opens(await pageOf(8, root))]).toEqual(['runs', 'runs', 'runs'])
    expect(memory()).toMatchObject({ number: 8, root: root.key.publicKey, trusted: [root.key.publicKey], retired: [] })
    await expect(verifyRelease(page, { ...fresh(), subtle })).resolves.toMatchObject({
      doubt: null,
      release: { number: 7, reason: 'a “reason” </script>' },
    })
  })

  it('costs no request', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await browser().opens(await pageOf(7, root))).toBe('runs')
    expect(fetched).not.toHaveBeenCalled()
  })
})

const fresh = (): VerifyOptions => ({
  subtle,
  hostname: 'office.example',
  now,
  storage: { getItem: () => null, setItem: () => undefined },
})

describe('an attack on the text', () => {
  it('is refused for each byte that is flipped', async () => {
    const page = await pageOf(7, root)
    for (let at = 0; at < page.text.length; at += 1) {
      const text = page.text.slice(0, at) + String.fromCharCode(page.text.charCodeAt(at) ^ 1) + page.text.slice(at + 1)
      expect(await browser().opens({ ...page, text }), `byte ${at}`).toBe('altered')
    }
  })

  it('is refused when the same JSON is written in another way', async () => {
    const page = await pageOf(7, root)
    expect(await browser().opens({ ...page, text: JSON.stringify(JSON.parse(page.text), null, 1) })).toBe('altered')
  })

  it.each([
    ['a key', { id: 'a', publicKey: 'b', addedAt: '2027-01-01T00:00:00.000Z' }],
    ['another kind of document', { schema: 'another-1', expiresAt: '2027-04-01T00:00:00.000Z' }],
    ['a release without a number', { schema: 1, expiresAt: '2027-04-01T00:00:00.000Z' }],
    ['nothing', null],
  ])('is refused when it is %s that the same key signed, and what this browser knows is kept', async (_, signed) => {
    const { opens, memory } = browser()
    await opens(await pageOf(7, root))
    const text = inlineJson(signed)
    expect(
      await opens({ text, keys: [root.key], signature: { keyId: root.key.id, signature: await root.sign(text) } }),
    ).toBe('altered')
    expect(memory()?.number).toBe(7)
  })

  it.each<[string, (page: PageRelease) => PageRelease, string]>([
    ['a page without a release', (page) => ({ ...page, text: '' }), 'unsigned'],
    ['a release without a signature', (page) => ({ ...page, signature: null }), 'unsigned'],
    [
      'a signature that is none',
      (page) => ({ ...page, signature: { keyId: root.key.id, signature: 'AAAA' } }),
      'altered',
    ],
    [
      'a signature that is not base64',
      (page) => ({ ...page, signature: { keyId: root.key.id, signature: '%' } }),
      'altered',
    ],
  ])('refuses %s', async (_, attack, code) => {
    expect(await browser().opens(attack(await pageOf(7, root)))).toBe(code)
  })
})

describe('an attack with another key', () => {
  it('is refused when the key is not of this installation', async () => {
    const stranger = await newKey()
    expect(await browser().opens(await pageOf(7, stranger, { keys: [root.key] }))).toBe('unknown-key')
  })

  it('is refused when it bears the name of ours', async () => {
    const stranger = await newKey()
    const page = await pageOf(7, stranger, { keys: [root.key] })
    expect(
      await browser().opens({ ...page, signature: { keyId: root.key.id, signature: page.signature?.signature ?? '' } }),
    ).toBe('altered')
    expect(await browser().opens(await pageOf(7, stranger, { keys: [{ ...stranger.key, id: root.key.id }] }))).toBe(
      'key-chain',
    )
  })

  it('is refused when it brings a root of its own to a browser that knows ours', async () => {
    const { opens } = browser()
    await opens(await pageOf(7, root))
    expect(await opens(await pageOf(8, await newKey()))).toBe('key-chain')
  })

  it('is refused when nobody, a stranger or a later key endorses it', async () => {
    const stranger = await newKey()
    const [byStranger, byRoot] = [await endorsedBy(stranger), await endorsedBy(root)]
    const asOurs = {
      ...byStranger,
      key: { ...byStranger.key, endorsement: { ...byStranger.key.endorsement, keyId: root.key.id } },
    }
    const { opens } = browser()
    for (const [signer, keys] of [
      [stranger, [root.key, stranger.key]],
      [byStranger, [root.key, byStranger.key]],
      [asOurs, [root.key, asOurs.key]],
      [byStranger, [root.key, byStranger.key, stranger.key]],
      [byRoot, [root.key, byRoot.key, byRoot.key]],
      [byRoot, []],
    ] as const) {
      expect(await opens(await pageOf(7, signer, { keys: [...keys] }))).toBe('key-chain')
    }
  })

  it('is refused when the endorsed key’s text was changed', async () => {
    const next = await endorsedBy(root)
    expect(
      await browser().opens(
        await pageOf(7, next, { keys: [root.key, { ...next.key, addedAt: '2027-01-02T00:00:00.000Z' }] }),
      ),
    ).toBe('key-chain')
  })
})

describe('a rotation', () => {
  it('is accepted, twice, by a browser that knew only the root', async () => {
    const second = await endorsedBy(root)
    const third = await endorsedBy(second)
    const { opens, memory } = browser()
    expect(await opens(await pageOf(7, root))).toBe('runs')
    expect(await opens(await pageOf(8, third, { keys: [retired(root), second.key, third.key] }))).toBe('runs')
    expect(memory()).toMatchObject({ number: 8, root: root.key.publicKey, retired: [root.key.publicKey] })
  })

  it('ends a key: what it signs is refused, also when the page hides that it is retired', async () => {
    const second = await endorsedBy(root)
    const { opens } = browser()
    expect(await opens(await pageOf(7, root, { keys: [retired(root), second.key] }))).toBe('retired-key')
    expect(await opens(await pageOf(8, second, { keys: [retired(root), second.key] }))).toBe('runs')
    expect(await opens(await pageOf(9, root, { keys: [root.key, second.key] }))).toBe('retired-key')
    expect(await opens(await pageOf(9, root))).toBe('retired-key')
  })

  it('cannot be made by a key that this browser knows to be retired', async () => {
    const second = await endorsedBy(root)
    const { opens } = browser()
    await opens(await pageOf(8, second, { keys: [retired(root), second.key] }))
    const stolen = await endorsedBy(root)
    expect(await opens(await pageOf(9, stolen, { keys: [root.key, stolen.key] }))).toBe('key-chain')
    expect(await opens(await pageOf(9, second, { keys: [root.key, second.key] }))).toBe('runs')
  })
})

describe('an attack with time', () => {
  it('replays an older release and is refused', async () => {
    const { opens, memory } = browser()
    const old = await pageOf(7, root)
    await opens(old)
    await opens(await pageOf(8, root))
    expect(await opens(old)).toBe('older')
    expect(memory()?.number).toBe(8)
  })

  it('shows another text under a number that was accepted and is refused', async () => {
    const { opens } = browser()
    await opens(await pageOf(7, root))
    expect(await opens(await pageOf(7, root, { reason: 'another' }))).toBe('mixed')
  })

  it('keeps an old release alive and is refused by the clock', async () => {
    const page = await pageOf(7, root, { expiresAt: new Date(now + 1000).toISOString() })
    const { opens } = browser()
    expect(await opens(page)).toBe('runs')
    expect(await opens(page, { now: now + 1000 })).toBe('expired')
    expect(await opens(await pageOf(8, root, { expiresAt: 'never' }))).toBe('expired')
  })

  it('is refused though another tab accepted the newer release while this one was checking', async () => {
    const { opens } = browser()
    const pages = [await pageOf(8, root), await pageOf(7, root)] as const
    await opens(pages[0])
    expect(await Promise.all([opens(pages[0]), opens(pages[1])])).toEqual(['runs', 'older'])
  })
})

describe('where a browser can do less', () => {
  const doubtOf = async (page: PageRelease, differ: Partial<VerifyOptions>) =>
    (await verifyRelease(page, { ...fresh(), ...differ })).doubt

  it('runs without cryptography at an address of plain http, in doubt, and still refuses what needs none', async () => {
    const { opens } = browser({ subtle: undefined })
    const page = await pageOf(7, root)
    expect(await doubtOf(page, { subtle: undefined })).toBe('insecure-address')
    await opens(await pageOf(8, root))
    expect(await opens(page)).toBe('older')
    expect(await opens({ ...page, signature: null })).toBe('unsigned')
    expect(await opens(await pageOf(9, await newKey()))).toBe('key-chain')
    expect(await opens(await pageOf(9, await newKey(), { keys: [root.key] }))).toBe('unknown-key')
    expect(await opens(await pageOf(9, root, { keys: [retired(root)] }))).toBe('retired-key')
    expect(await opens(await pageOf(9, root), { now: Date.parse('2028-01-01') })).toBe('expired')
    expect(await opens({ ...(await pageOf(9, root)), text: 'not JSON' })).toBe('altered')
  })

  it('runs in doubt in a browser that does not know Ed25519', async () => {
    const importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))
    const digest: SubtleCrypto['digest'] = (...given) => subtle.digest(...given)
    expect(await doubtOf(await pageOf(7, root), { subtle: { importKey, digest } as unknown as SubtleCrypto })).toBe(
      'old-browser',
    )
  })

  it('runs without storage, each time as if it were the first', async () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError')
    }
    const { opens } = browser({ storage: { getItem: forbidden, setItem: forbidden } })
    expect([await opens(await pageOf(8, root)), await opens(await pageOf(7, root))]).toEqual(['runs', 'runs'])
  })

  it.each(['{"number":"7"}', 'null', '[', '{}'])('takes a stored %s for none', async (stored) => {
    expect(
      await browser({ storage: { getItem: () => stored, setItem: () => undefined } }).opens(await pageOf(7, root)),
    ).toBe('runs')
  })

  it('takes another root on a developer’s own machine for another installation, and guards that one as well', async () => {
    for (const hostname of ['localhost', '127.0.0.1', '[::1]']) {
      const { opens } = browser({ hostname })
      const other = await newKey()
      await opens(await pageOf(7, root))
      expect(await opens(await pageOf(2, other))).toBe('runs')
      expect(await opens(await pageOf(1, other))).toBe('older')
    }
  })
})

it('names its violationsOf by codes that are stable', () => {
  expect([...violationCodes].sort()).toEqual([
    'altered',
    'expired',
    'key-chain',
    'mixed',
    'older',
    'retired-key',
    'unknown-key',
    'unsigned',
  ])
})

describe('a canary', () => {
  const canary = (number: number, canaryOf: number, more: { reason?: string } = {}) =>
    pageOf(number, root, { canaryOf, ...more })

  it('runs beside the live release it was made from, and who leaves it gets back to that one', async () => {
    const { opens } = browser()
    expect([
      await opens(await pageOf(7, root)),
      await opens(await canary(8, 7)),
      await opens(await pageOf(7, root)),
      await opens(await canary(8, 7)),
    ]).toEqual(['runs', 'runs', 'runs', 'runs'])
    expect(await opens(await pageOf(9, root))).toBe('runs')
  })

  it.each<[string, (opens: (page: PageRelease) => Promise<unknown>) => Promise<unknown>, string]>([
    [
      'replayed after its promotion',
      async (opens) =>
        [await opens(await canary(8, 7)), await opens(await pageOf(9, root)), await opens(await canary(8, 7))].at(-1),
      'older',
    ],
    [
      'replayed after another one',
      async (opens) => [await opens(await canary(9, 7)), await opens(await canary(8, 7))].at(-1),
      'older',
    ],
    [
      'made from a release that is older than the one of before',
      async (opens) => [await opens(await pageOf(8, root)), await opens(await canary(9, 7))].at(-1),
      'older',
    ],
    [
      'of another content under the same number',
      async (opens) => [await opens(await canary(8, 7)), await opens(await canary(8, 7, { reason: 'another' }))].at(-1),
      'mixed',
    ],
  ])('is refused when it is %s', async (_, attack, code) => {
    expect(await attack(browser().opens)).toBe(code)
  })

  it('lets nobody go further back than the release it was made from', async () => {
    const { opens } = browser()
    await opens(await canary(8, 7))
    expect(await opens(await pageOf(6, root))).toBe('older')
  })

  it('that is passed off as live, or a live release as a canary, is altered', async () => {
    const page = await canary(8, 7)
    expect(await browser().opens({ ...page, text: page.text.replace(',"canaryOf":7', '') })).toBe('altered')
    const live = await pageOf(8, root)
    expect(await browser().opens({ ...live, text: live.text.replace('}', ',"canaryOf":7}') })).toBe('altered')
  })
})
