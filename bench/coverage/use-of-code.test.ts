import { expect, it } from 'vitest'
import { sizeOf, usedScript } from './use-of-code.ts'

const url = 'http://localhost/a.js'
const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })

it('takes the innermost block’s word for what ran, in whatever order the blocks come', () => {
  const functions = [{ ranges: [range(4, 6, 0), range(0, 10, 1)] }, { ranges: [range(5, 6, 2)] }]
  const script = usedScript(url, '0123456789', [
    { url: 'http://localhost/b.js', functions: [{ ranges: [range(0, 10, 0)] }] },
    { url, functions },
  ])
  expect([...script.ran].join('')).toBe('1111011111')
  expect(sizeOf(script)).toEqual({ bytes: 10, unused: 1 })
})

it('counts bytes, of a part of a script as well', () => {
  const script = usedScript(url, 'aéé', [{ url, functions: [{ ranges: [range(0, 3, 1), range(2, 3, 0)] }] }])
  expect(sizeOf(script)).toEqual({ bytes: 5, unused: 2 })
  expect(sizeOf(script, 0, 2)).toEqual({ bytes: 3, unused: 0 })
})

it('has all of a script unused that was loaded and never run', () => {
  expect(sizeOf(usedScript(url, 'abc', []))).toEqual({ bytes: 3, unused: 3 })
})
