import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { openArtifactStore } from './open-store.ts'
import { addressText, parseStoreAddress } from './store-address.ts'

const s3 = { S3_ENDPOINT: 'http://store.test:9000/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

describe('an artifact store’s address', () => {
  it.each([
    ['s3://builds', { kind: 'bucket', bucket: 'builds', prefix: '' }, 's3://builds'],
    [
      's3://builds/team/drivers/',
      { kind: 'bucket', bucket: 'builds', prefix: 'team/drivers/' },
      's3://builds/team/drivers',
    ],
    ['/srv/builds/', { kind: 'folder', folder: '/srv/builds' }, '/srv/builds'],
    ['builds', { kind: 'folder', folder: resolve('builds') }, resolve('builds')],
  ])('%s', (text, address, written) => {
    expect(parseStoreAddress(text, 'ARTIFACT_STORE')).toEqual(address)
    expect(addressText(parseStoreAddress(text, 'ARTIFACT_STORE'))).toBe(written)
  })

  it.each([
    [
      'https://builds.example.com',
      /ARTIFACT_STORE: "https:.*" is neither a folder nor a bucket; write a folder, or s3:\/\/BUCKET/,
    ],
    ['s3://', /has no bucket's name/],
    ['s3://Builds', /has no bucket's name/],
    ['s3://builds/../other', /has a prefix of other characters/],
    ['s3://builds//x', /has a prefix of other characters/],
    ['s3://builds/a?b', /has a prefix of other characters/],
  ])('%s is refused, and the setting named', (text, reason) => {
    expect(() => parseStoreAddress(text, 'ARTIFACT_STORE')).toThrow(reason)
  })

  it.each([
    ['S3_ENDPOINT', '', /^S3_ENDPOINT is missing; ARTIFACT_STORE=s3:\/\/builds needs it/],
    ['S3_ACCESS_KEY_ID', ' ', /^S3_ACCESS_KEY_ID is missing/],
    ['S3_SECRET_ACCESS_KEY', '', /^S3_SECRET_ACCESS_KEY is missing/],
    ['S3_ENDPOINT', 'store.test:9000', /^S3_ENDPOINT is not an http\(s\) address/],
    ['S3_ENDPOINT', 'http://id:hidden@store.test', /^S3_ENDPOINT (?!.*hidden)/],
  ])('a bucket with %s "%s" is refused, and the setting named', (name, value, reason) => {
    expect(() => openArtifactStore('s3://builds', 'ARTIFACT_STORE', { ...s3, [name]: value })).toThrow(reason)
  })

  it('a folder that is none is refused when it is used', async () => {
    const folder = join(temporaryFolder(), 'gone')
    await expect(openArtifactStore(folder, 'ARTIFACT_STORE', {}).builds('drivers')).rejects.toThrow(
      `the store ${folder} is no folder`,
    )
    await expect(openArtifactStore(folder, 'ARTIFACT_STORE', {}).create('a/b', Buffer.from(''))).rejects.toThrow(
      'is no folder',
    )
  })
})
