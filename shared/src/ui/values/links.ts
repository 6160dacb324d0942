/**
 * The link of a value that came from somebody else, or null when it is none we would open. Only http and https, without
 * embedded credentials; `javascript:`, `data:` and the like stay text. A path into `uploads/` is taken relative to
 * `base`.
 */
export function safeHref(value: unknown, base?: string): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const absolute = /^https?:\/\//i.test(text)
  if (!absolute && !(base && /^\/?uploads\//.test(text))) return null
  try {
    const url = new URL(text, absolute ? undefined : `${base}/`)
    const openable =
      (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
    return openable ? url.href : null
  } catch {
    return null
  }
}

/**
 * The file's name in a URL: what follows its `uploads/` segment, else its last segment; without query, decoded where
 * possible.
 */
export function fileNameOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const path = value.trim().replace(/[?#].*$/s, '')
  const at = path.indexOf('uploads/')
  const name = at >= 0 ? path.slice(at + 'uploads/'.length) : path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
