import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from './plan-and-commit.ts'

describe('a release that may have been live is never removed', () => {
  const threeReleases = () => {
    const store = storeOfThree()
    const parts = [putShell(store), putRemote(store, 'drivers')]
    for (let made = 0; made < 3; made++) pin(store, parts, mara)
    return { store, parts }
  }

  it('when the pointer is put back by hand: the log names it', () => {
    const { store, parts } = threeReleases()
    writeFileSync(join(store.folder, 'live.json'), '{"release": 1}')
    expect(pin(store, parts, mara).number).toBe(4)
    expect(store.releaseNumbers()).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['the log is lost, and the pointer put back', ['log.jsonl'], 2],
    ['the log and the pointer are lost', ['log.jsonl', 'live.json'], 3],
  ])('when %s', (_what, lost, live) => {
    const { store, parts } = threeReleases()
    writeFileSync(join(store.folder, 'live.json'), JSON.stringify({ release: live }))
    for (const name of lost) rmSync(join(store.folder, name))
    expect(pin(store, parts, mara).number).toBe(4)
    expect(store.releaseNumbers()).toEqual([1, 2, 3, 4])
  })

  it('when the only one is there without log and pointer', () => {
    const store = storeOfThree()
    const parts = [putShell(store), putRemote(store, 'drivers')]
    pin(store, parts, mara)
    for (const name of ['log.jsonl', 'live.json']) rmSync(join(store.folder, name))
    expect(pin(store, parts, mara).number).toBe(2)
    expect(store.releaseNumbers()).toEqual([1, 2])
  })

  it('nor is its number given again when its file is lost', () => {
    const { store, parts } = threeReleases()
    writeFileSync(join(store.folder, 'live.json'), '{"release": 2}')
    for (const name of ['releases/3.json', 'releases/3.sig.json']) rmSync(join(store.folder, name))
    expect(pin(store, parts, mara).number).toBe(4)
  })
})
