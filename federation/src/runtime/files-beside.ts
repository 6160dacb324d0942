import type { PinnedRemote } from '../schema/index.ts'
import { sealedIntegrity } from './integrity.ts'

/** How long a file may take, in ms. Who asks again after that asks its origin anew. */
export const fileTimeoutMs = 20_000

const begun = new Map<string, Promise<void>>()

/**
 * Loads the files of a version's exposed module together with its entry, which alone would ask for it only once it
 * runs: webpack's runtime takes a script or stylesheet that it finds in the page for its own. Resolves when the styles
 * are there, which it does not wait for then; a script that fails is left for it to ask for again.
 */
export async function loadBeside({ url, descriptor }: PinnedRemote): Promise<void> {
  const { js = [], css = [] } = descriptor.exposes['./routes'] ?? {}
  for (const file of js) once(url + file, loadScript).catch(() => undefined)
  await Promise.all(css.map((file) => once(url + file, loadStyles)))
}

function once(url: string, load: (url: string) => Promise<void>): Promise<void> {
  const known = begun.get(url)
  if (known) return known
  const loading = load(url)
  begun.set(url, loading)
  loading.catch(() => begun.delete(url))
  return loading
}

const loadScript = (url: string) => arrived(checkedScript(url), url)

/** A script that runs only when it is what the release names. */
export function checkedScript(url: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.async = true
  script.src = url
  return checked(script, url)
}

function loadStyles(url: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  return arrived(checked(link, url), url)
}

function checked<Loading extends HTMLScriptElement | HTMLLinkElement>(element: Loading, url: string): Loading {
  element.crossOrigin = 'anonymous'
  element.integrity = sealedIntegrity(url)
  return element
}

function arrived(element: HTMLElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Webpack's runtime may wait for the same element, so the timeout dispatches the event of a failed load.
    const timer = setTimeout(() => element.dispatchEvent(new Event('error')), fileTimeoutMs)
    element.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    element.addEventListener('error', () => {
      clearTimeout(timer)
      element.remove()
      reject(new Error(`Loading chunk ${url} failed`))
    })
    document.head.append(element)
  })
}
