import { createHmac, timingSafeEqual } from 'node:crypto'

const documentSeconds = 6 * 3600
const pictureSeconds = 31 * 86_400
const mostRemembered = 10_000

/**
 * All that a link names beside its key: what the file was called, in which session it was made, whose document it is.
 */
type LinkNames = {
  filename?: string | null | undefined
  session?: string | undefined
  owner?: string | undefined
}

type Link = LinkNames & { key: string; expires: number }

/** The reader, by the hash of the token of their session. */
export type Reader = { tokenHash: string }

/** Makes and checks links to stored documents that work for a limited time. */
export type LinkSigner = ReturnType<typeof createLinkSigner>

/**
 * A link to a document lives between 6 and 12 hours, and no longer than the session that it was made in: its end is
 * rounded, so that the same document has the same address for 6 hours and a browser's cache holds.
 */
export function createLinkSigner(secret: string, publicUrl: string, now = Date.now) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  // A list shows the same documents again and again: those of one person for one reader are remembered together.
  type Remembered = { key: string; filename: string | null; link: string }[]
  let remembered = { expires: 0, links: new Map<string, Remembered>() }
  const endOf = (roundSeconds: number) => (Math.floor(now() / 1000 / roundSeconds) + 2) * roundSeconds
  const linkFor = ({ key, expires, ...names }: Link) => {
    const query = Object.entries(names).map(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}&` : ''))
    return `${publicUrl}/${key}?${query.join('')}expires=${expires}&signature=${sign(signedText({ ...names, key, expires }))}`
  }
  return {
    /** The address of a person's own picture, which a signed-in browser keeps: it works at least for 31 days. */
    linkToPicture: (key: string | null) =>
      key?.startsWith('uploads/') ? linkFor({ key, expires: endOf(pictureSeconds) }) : key,
    /**
     * Addresses of the documents of `owner` for who reads them, each of a stored key and of what its file was called;
     * anything that is a link already, or nothing, stays as it is. A link names the session of its reader: it ends with
     * that, and the audit says who looked.
     */
    documentsOf(owner: string, { tokenHash: session }: Reader) {
      const expires = endOf(documentSeconds)
      if (remembered.expires !== expires || remembered.links.size >= mostRemembered)
        remembered = { expires, links: new Map() }
      const whose = `${owner}\0${session}`
      const known = remembered.links.get(whose) ?? []
      remembered.links.set(whose, known)
      return (key: string | null, filename: string | null = null) => {
        if (!key?.startsWith('uploads/')) return key
        const found = known.find((one) => one.key === key && one.filename === filename)
        if (found) return found.link
        const link = linkFor({ key, expires, filename, session, owner })
        known.push({ key, filename, link })
        return link
      }
    },
    isValid({ signature, ...link }: Link & { signature: string }): boolean {
      const wanted = Buffer.from(sign(signedText(link)))
      const given = Buffer.from(signature)
      return link.expires * 1000 > now() && given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}

function signedText({ key, expires, filename, session, owner }: Link): string {
  return JSON.stringify([key, expires, filename ?? null, session ?? null, owner ?? null])
}
