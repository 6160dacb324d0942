import { createHmac, timingSafeEqual } from 'node:crypto'

const roundSeconds = 6 * 3600
const mostRemembered = 20_000

/** Makes and checks links to stored documents that work for a limited time. */
export type LinkSigner = {
  /**
   * The address of a stored key, with the name that the file had; anything that is a link already, or nothing, stays as
   * it is.
   */
  linkTo(key: string | null, filename?: string | null): string | null
  isValid(link: { key: string; filename?: string | undefined; expires: number; signature: string }): boolean
}

/**
 * A link lives between 6 and 12 hours: its end is rounded, so that the same document has the same address for 6 hours
 * and a browser's cache holds.
 */
export function createLinkSigner(secret: string, publicUrl: string, now = Date.now): LinkSigner {
  const sign = (key: string, expires: number, filename: string | undefined) =>
    createHmac('sha256', secret)
      .update(filename === undefined ? `${key}\n${expires}` : `${key}\n${expires}\n${filename}`)
      .digest('base64url')
  // A list shows the same documents again and again.
  let links = { expires: 0, made: new Map<string, string>() }
  return {
    linkTo(key, name) {
      if (!key?.startsWith('uploads/')) return key
      const expires = (Math.floor(now() / 1000 / roundSeconds) + 2) * roundSeconds
      if (links.expires !== expires || links.made.size >= mostRemembered) links = { expires, made: new Map() }
      const filename = name ?? undefined
      const made = filename === undefined ? key : `${key}\n${filename}`
      const asked = filename === undefined ? '' : `filename=${encodeURIComponent(filename)}&`
      const link =
        links.made.get(made) ??
        `${publicUrl}/${key}?${asked}expires=${expires}&signature=${sign(key, expires, filename)}`
      links.made.set(made, link)
      return link
    },
    isValid({ key, filename, expires, signature }) {
      const wanted = Buffer.from(sign(key, expires, filename))
      const given = Buffer.from(signature)
      return expires * 1000 > now() && given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
