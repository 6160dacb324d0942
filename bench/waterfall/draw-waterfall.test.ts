import { expect, it } from 'vitest'
import type { TimedRequest } from '../load/first-load.ts'
import { drawWaterfall, labelOf } from './draw-waterfall.ts'

const nameOf = (origin: string) => (origin.endsWith('3001') ? 'drivers' : 'shell')
const request = (url: string, kind: string, began: number, ended: number): TimedRequest => ({
  url,
  kind,
  initiator: null,
  began,
  sent: began + 1,
  answered: began + 40,
  ended,
  bytes: 2048,
})

it.each([
  ['http://localhost:3000/drivers', 'Document', 'shell · the page'],
  ['http://localhost:3001/1.0.0-0a1b2c3d4e5f/remote.7737b8dadfbbec4b.js', 'Script', 'drivers · remote.js'],
  ['http://localhost:3000/api/v1/admin/drivers?page=1', 'XHR', 'shell · /admin/drivers'],
  ['http://localhost:3000/a-very-long-name-of-some-file-of-ours.svg', 'Image', 'shell · a-very-long-name-of-some-…'],
])('%s is labelled by part and file', (url, kind, label) => {
  expect(labelOf(request(url, kind, 0, 1), nameOf)).toBe(label)
})

it('draws a bar for each request in the order they began, the marks, and the blocked main thread; it needs nothing from elsewhere', () => {
  const requests = [
    request('http://localhost:3001/x/remote.0123456789abcdef.js', 'Script', 60, 500),
    request('http://localhost:3000/drivers?q=<&"', 'Document', 0, 50),
    request('data:image/png;base64,AA', 'Image', 10, 11),
  ]
  const svg = drawWaterfall({
    title: 'Composed <1>',
    load: { requests, painted: 300, table: 900, shift: 0, longTasks: [{ began: 400, lasted: 250 }] },
    nameOf,
    until: 1000,
  })
  expect(svg.indexOf('shell · the page')).toBeLessThan(svg.indexOf('drivers · remote.js'))
  expect(svg).toContain('2 requests, 4 KiB, of it 2 KiB of code; main thread blocked 200 ms')
  expect(svg).toContain('first paint 300 ms')
  expect(svg).toContain('table 900 ms')
  expect(svg).toContain('Composed &lt;1>')
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<image|<script|NaN|undefined/)
})
