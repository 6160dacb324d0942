/**
 * A page of S3's ListObjectsV2: keys as they are written in XML, and how to ask for the next page; null for what is no
 * such list.
 */
export function readListing(xml: string): { keys: string[]; next: string | null } | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
  const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
  const isCut = /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml)
  if (isCut && token === undefined) return null
  return { keys, next: isCut && token !== undefined ? plain(token) : null }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined || decimal !== undefined)
      return String.fromCodePoint(parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16))
    return entities[name ?? ''] ?? whole
  })
