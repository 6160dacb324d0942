import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { builtRemote, builtShell } from '../../../testing/built-part.ts'
import { storeOfThree } from '../../../testing/stored-parts.ts'
import { checkBuilt, publish } from '../../artifacts/publish.ts'
import { overweight, weigh } from './weigh.ts'

const noise = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes)

describe('a build weighs', () => {
  it('what its origin serves: the compressed copy of a file that has one, the file itself of a small one', () => {
    const store = storeOfThree()
    const { descriptor } = publish(
      store,
      builtRemote(
        'drivers',
        {},
        { 'modal.1.js': `// ${noise(3000)}`, 'modal.1.css': 'p {}', 'letter.woff2': noise(5000) },
      ),
    )
    const weight = weigh(descriptor, store.artifactPath(descriptor))
    expect(weight.first).toBeLessThan(300)
    expect(weight.late).toBeGreaterThan(2000)
    expect(weight.late).toBeLessThan(3000)
  })

  it('the same before it is published', () => {
    const folder = builtRemote('drivers', {}, { 'modal.1.js': `// ${'lorem ipsum '.repeat(500)}` })
    const before = weigh(checkBuilt(folder, ''), folder)
    const store = storeOfThree()
    const { descriptor } = publish(store, folder)
    expect(weigh(descriptor, store.artifactPath(descriptor))).toEqual(before)
    expect(before.late).toBeLessThan(brotliCompressSync('lorem ipsum '.repeat(500)).length + 20)
  })

  it('1,500,000 bytes of code at most, a remote', () => {
    const remote = checkBuilt(builtRemote('drivers'), '')
    const [file] = remote.files
    if (!file) throw new Error('the build has no file')
    const withCode = (bytes: number) => ({ ...remote, files: [{ ...file, bytes }] })
    expect(overweight(withCode(1_500_000))).toEqual([])
    expect(overweight(withCode(1_500_001))).toEqual(['its js and css are 1500001 bytes, at most 1500000 are allowed'])
  })

  it('as a shell, each entry point for itself', () => {
    const folder = builtShell()
    expect(weigh(checkBuilt(folder, ''), folder)).toEqual({
      first: '// shell'.length + 'body {}'.length + '// start'.length,
      '@interline/shared/list': '// list'.length,
      late: 0,
    })
  })
})
