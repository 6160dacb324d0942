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
 * The file's name in a URL: `filename` in its query, which our server gives with the name that the file came with; else
 * what follows its `uploads/` segment, else its last segment, without query, decoded where possible.
 */
export function fileNameOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const [address = '', query = ''] = value.trim().replace(/#.*$/s, '').split('?', 2)
  const named = address.includes('uploads/') && new URLSearchParams(query).get('filename')
  if (named) return named
  const at = address.indexOf('uploads/')
  const name = at >= 0 ? address.slice(at + 'uploads/'.length) : address.slice(address.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
