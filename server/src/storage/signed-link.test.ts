import { expect, it } from 'vitest'
import { createLinkSigner } from './signed-link.ts'

const hour = 3_600_000
const start = Date.UTC(2024, 4, 1, 0, 30)
let now = start
const signer = createLinkSigner('secret', 'http://api.test', () => now)
const partsOf = (link: string | null) => {
  const url = new URL(link ?? '')
  return [
    url.pathname.slice(1),
    Number(url.searchParams.get('expires')),
    url.searchParams.get('signature') ?? '',
  ] as const
}

it('makes the same link for hours, so that a cache holds, and one that ends', () => {
  const link = signer.linkTo('uploads/ab.pdf')
  now = start + 5 * hour
  expect(signer.linkTo('uploads/ab.pdf')).toBe(link)
  expect(signer.isValid(...partsOf(link))).toBe(true)
  now = start + 13 * hour
  expect(signer.isValid(...partsOf(link))).toBe(false)
  now = start
})

it('believes no other key, no later end and no other secret', () => {
  const [key, expires, signature] = partsOf(signer.linkTo('uploads/ab.pdf'))
  expect(signer.isValid('uploads/cd.pdf', expires, signature)).toBe(false)
  expect(signer.isValid(key, expires + 1, signature)).toBe(false)
  expect(createLinkSigner('other', 'http://api.test', () => now).isValid(key, expires, signature)).toBe(false)
})

it('leaves links to other places and empty fields as they are', () => {
  expect([signer.linkTo(null), signer.linkTo('https://files.example/a.pdf')]).toEqual([
    null,
    'https://files.example/a.pdf',
  ])
})
