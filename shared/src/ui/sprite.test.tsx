import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Icon } from './icon.tsx'
import { bringSprite } from './sprite.ts'

const sprite = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="refresh"><path d="M0 0"/></symbol><symbol id="eye"><path d="M1 1"/></symbol><use href="#eye"/></svg>'
const answering = (body: string, status = 200) => vi.stubGlobal('fetch', vi.fn(async () => new Response(body, { status })))
const pointsAt = () => render(<Icon id="eye" />).container.querySelector('use')?.getAttribute('href')

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['is not there', 'Not found', 404],
  ['is something else', '<!doctype html><title>Interline</title>', 200],
])('an icon points into the file while the sprite %s', async (_, body, status) => {
  answering(body, status)
  await bringSprite()
  expect(pointsAt()).toBe('/svg/sprite.svg#eye')
})

it('an icon points into the page once the sprite is in it', async () => {
  answering(sprite)
  await bringSprite()
  const [, at = ''] = /^#(.*)$/.exec(pointsAt() ?? '') ?? []
  expect(document.getElementById(at)?.querySelector('path')?.getAttribute('d')).toBe('M1 1')
  await bringSprite()
  expect(document.querySelectorAll('symbol')).toHaveLength(2)
  expect(document.querySelector('[href="#eye"]')).toBeNull()
})
