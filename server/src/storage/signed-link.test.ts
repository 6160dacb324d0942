import { expect, it } from 'vitest'
import { createLinkSigner } from './signed-link.ts'

const hour = 3_600_000
const start = Date.UTC(2024, 4, 1, 0, 30)
let now = start
const signer = createLinkSigner('secret', 'http://api.test', () => now)
const ownLink = (...file: [key: string | null, filename?: string]) =>
  signer.documentsOf('driver-1', { tokenHash: 'own' })(...file)
const partsOf = (link: string | null) => {
  const { pathname, searchParams } = new URL(link ?? '')
  return {
    key: pathname.slice(1),
    filename: searchParams.get('filename') ?? undefined,
    session: searchParams.get('session') ?? undefined,
    owner: searchParams.get('owner') ?? undefined,
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  }
}

it('makes the same link for hours, so that a cache holds, and one that ends', () => {
  const link = ownLink('uploads/ab.pdf')
  now = start + 5 * hour
  expect(ownLink('uploads/ab.pdf')).toBe(link)
  expect(signer.isValid(partsOf(link))).toBe(true)
  now = start + 13 * hour
  expect(signer.isValid(partsOf(link))).toBe(false)
  now = start
})

it('believes no other key, no later end and no other secret', () => {
  const parts = partsOf(ownLink('uploads/ab.pdf'))
  expect(signer.isValid({ ...parts, key: 'uploads/cd.pdf' })).toBe(false)
  expect(signer.isValid({ ...parts, expires: parts.expires + 1 })).toBe(false)
  expect(createLinkSigner('other', 'http://api.test', () => now).isValid(parts)).toBe(false)
})

it('holds the name of the file, which nobody else can give or take', () => {
  const parts = partsOf(ownLink('uploads/ab.pdf', 'Führerschein & mehr.pdf'))
  expect(parts.filename).toBe('Führerschein & mehr.pdf')
  expect(signer.isValid(parts)).toBe(true)
  expect(signer.isValid({ ...parts, filename: 'Invoice.pdf' })).toBe(false)
  expect(signer.isValid({ ...parts, filename: undefined })).toBe(false)
  expect(signer.isValid({ ...partsOf(ownLink('uploads/ab.pdf')), filename: 'Invoice.pdf' })).toBe(false)
})

it('holds in which session it was made and whose document it is, which nobody can change or take away', () => {
  const parts = partsOf(signer.documentsOf('driver-1', { tokenHash: 'maya' })('uploads/ab.pdf', 'a.pdf'))
  expect(parts).toMatchObject({ filename: 'a.pdf', session: 'maya', owner: 'driver-1' })
  expect(signer.isValid(parts)).toBe(true)
  for (const changed of [{ session: 'theo' }, { session: undefined }, { owner: 'driver-2' }, { owner: undefined }])
    expect(signer.isValid({ ...parts, ...changed }), JSON.stringify(changed)).toBe(false)
  const folded = { ...parts, filename: 'a.pdf","maya","driver-1', session: undefined, owner: undefined }
  expect(signer.isValid(folded)).toBe(false)
})

it('makes another link for another session, another owner and another name', () => {
  const links = [
    ['driver-1', 'maya', 'a.pdf'],
    ['driver-1', 'theo', 'a.pdf'],
    ['driver-2', 'maya', 'a.pdf'],
    ['driver-1', 'maya', 'b.pdf'],
    ['driver-1', 'own', 'a.pdf'],
  ].map(([owner = '', reader = '', name]) => signer.documentsOf(owner, { tokenHash: reader })('uploads/ab.pdf', name))
  expect(new Set(links).size).toBe(links.length)
  for (const link of links) expect(signer.isValid(partsOf(link)), link ?? '').toBe(true)
})

it('leaves links to other places and empty fields as they are', () => {
  expect([ownLink(null), ownLink('https://files.example/a.pdf')]).toEqual([null, 'https://files.example/a.pdf'])
})
