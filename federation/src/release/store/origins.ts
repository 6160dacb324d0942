import { z } from 'zod'
import { partName } from '../../schema/index.ts'
import { ReleaseError } from '../report/release-error.ts'

/** Where each part's artifacts are served from: part name → origin without a slash at the end. */
export const originsFile = z.record(partName, z.url({ protocol: /^https?$/ }))
export type Origins = z.infer<typeof originsFile>

/**
 * The store that each part is published in, for parts that another team publishes: part name → folder or
 * `s3://BUCKET/PREFIX`.
 */
export const storesFile = z.record(partName, z.string())
export type Stores = z.infer<typeof storesFile>

/** An origin as given by a person, e.g. `https://drivers.example.com`. Throws naming what is wrong. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ReleaseError(`"${text}" is not an http(s) origin, such as https://drivers.example.com`)
  if (url.origin !== text.replace(/\/$/, ''))
    throw new ReleaseError(`"${text}" must be an origin only, such as ${url.origin}`)
  return url.origin
}
