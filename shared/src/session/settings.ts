/** The operator sets these and the shell's HTML contains them, so that one bundle serves every deployment. */
export type Settings = {
  /** Origin of the API, without `/api/v1/`. */
  apiUrl: string
  /** Origin of the socket; the API's unless said otherwise. */
  socketUrl: string
  /** Links to documents begin with it; the API's origin unless said otherwise. */
  documentsUrl: string
  /** How long the full-page loader stays, in milliseconds (SPEC §2, §9). */
  loaderMs: number
  /** Year of the footer's copyright (SPEC §9). */
  footerYear: number
  /** IANA name of the business time zone; null leaves it to the browser. */
  timeZone: string | null
  /** The name of the identity provider, and whether it is the only way to sign in; null where there is none. */
  singleSignOn: { name: string; isOnly: boolean } | null
  /** Whether this installation lets people run a part from its source. */
  devOverride: boolean
}

let known: Settings | undefined

/**
 * Reads `<script type="application/json" id="interline-settings">` once; what is absent or of the wrong type has its
 * default.
 */
export function readSettings(): Settings {
  known ??= parseSettings(document.getElementById('interline-settings')?.textContent ?? '')
  return known
}

function parseSettings(text: string): Settings {
  const raw = parseObject(text)
  const apiUrl = textOf(raw.apiUrl) ?? window.location.origin
  return {
    apiUrl: withoutTrailingSlash(apiUrl),
    socketUrl: withoutTrailingSlash(textOf(raw.socketUrl) ?? apiUrl),
    documentsUrl: withoutTrailingSlash(textOf(raw.documentsUrl) ?? apiUrl),
    loaderMs: countOf(raw.loaderMs) ?? 3000,
    footerYear: countOf(raw.footerYear) ?? 2024,
    timeZone: textOf(raw.timeZone),
    singleSignOn: singleSignOnOf(raw.singleSignOn),
    devOverride: raw.devOverride === true,
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function singleSignOnOf(value: unknown): Settings['singleSignOn'] {
  if (typeof value !== 'object' || value === null) return null
  const { name, isOnly }: { name?: unknown; isOnly?: unknown } = value
  return typeof name === 'string' && name !== '' ? { name, isOnly: isOnly === true } : null
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const countOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null)
const withoutTrailingSlash = (url: string) => url.replace(/\/+$/, '')
