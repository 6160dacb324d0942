import { inlineJson, pinnedAt, type DevOverride, type PinnedRemote } from '../../schema/index.ts'
import type { SignedRelease } from '../../release/store/store.ts'

/** The page of the shell's origin contains these besides the release. */
export type PageSettings = {
  apiUrl: string
  socketUrl: string
  /** Links to documents begin with it; nothing of the office is there. */
  documentsUrl: string
  /** SPEC §9: how long the full-page loader stays, in ms; 0 is as soon as the screen is ready. */
  loaderMs: number
  footerYear: number
  timeZone: string | null
  /** The name of the identity provider, and whether it is the only way to sign in. */
  singleSignOn?: { name: string; isOnly: boolean }
  /** Whether this origin lets people start a dev override. */
  devOverride?: boolean
}

const data = (name: string, json: string) => `<script type="application/json" id="interline-${name}">${json}</script>`

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Renders the shell's HTML: the release inlined, everything that the first screen of a path needs named at once, and
 * the shell's start script, which asks for its data at the same time. What depends on the release alone is made once.
 */
export function pageRenderer({ release, text }: SignedRelease, settings: PageSettings, start = '') {
  const { shell } = release
  const integrityOf = new Map(
    [shell, ...Object.values(release.remotes)].flatMap(({ url, descriptor }) =>
      descriptor.files.map((file) => [url + file.path, file.integrity]),
    ),
  )
  const sri = (url: string) =>
    `href="${attribute(url)}" integrity="${integrityOf.get(url) ?? ''}" crossorigin="anonymous"`
  const preload = (as: string) => (url: string) => `<link rel="preload" as="${as}" ${sri(url)}>`
  // The shell's own files are named without its origin, so that any name the shell is reached by works.
  const own = (file: string) => new URL(shell.url).pathname + file
  const ownSri = (file: string) => `integrity="${integrityOf.get(shell.url + file) ?? ''}" crossorigin="anonymous"`

  // A script waits for each stylesheet before it, so the script that requests data comes first. Without a priority the
  // browser asks for no deferred script until the body is parsed, which waits for that script.
  const before = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interline</title>
${data('settings', inlineJson(settings))}
${data('release', text)}
`
  const after = `${start && `<script>${start}</script>\n`}<link rel="icon" href="${own('favicon.svg')}" type="image/svg+xml">
${[
  ...shell.descriptor.initial.css.map((file) => `<link rel="stylesheet" href="${own(file)}" ${ownSri(file)}>`),
  ...shell.descriptor.preload.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="${own(file)}" crossorigin="anonymous">`,
  ),
  ...shell.descriptor.initial.js.map(
    (file) => `<script defer fetchpriority="high" src="${own(file)}" ${ownSri(file)}></script>`,
  ),
].join('\n')}`

  const sharedFilesOf = ({ descriptor: { exposes } }: PinnedRemote) =>
    (exposes['./routes']?.shared ?? [])
      .flatMap((name) => shell.descriptor.doors[name] ?? [])
      .flatMap(({ js, css }) => [
        ...js.map((file) => `<link rel="preload" as="script" href="${own(file)}" ${ownSri(file)}>`),
        ...css.map((file) => `<link rel="preload" as="style" href="${own(file)}" ${ownSri(file)}>`),
      ])

  function render(remote: PinnedRemote | undefined, override: DevOverride | null): string {
    const isReplaced = remote !== undefined && remote.descriptor.name === override?.remote
    const preloads = remote ? [...sharedFilesOf(remote), ...(isReplaced ? [] : remotePreloads(remote, preload))] : []
    return `${before}${override ? `${data('dev-override', inlineJson(override))}\n` : ''}${[after, ...preloads].join('\n')}
</head>
<body>
<div id="root"></div>
<div id="loader" role="status" aria-label="Loading Interline"><div class="il-loader-line"><i></i><i></i><i></i></div></div>
<noscript>Interline needs JavaScript.</noscript>
</body>
</html>
`
  }

  const rendered = new Map<PinnedRemote | undefined, string>()
  return (pathname: string, override: DevOverride | null = null): string => {
    const found = pinnedAt(release, pathname)
    const remote = found && !release.off[found.descriptor.name] ? found : undefined
    if (override) return render(remote, override)
    const page = rendered.get(remote) ?? render(remote, null)
    rendered.set(remote, page)
    return page
  }
}

function remotePreloads({ url, descriptor }: PinnedRemote, preload: (as: string) => (url: string) => string): string[] {
  const routes = descriptor.exposes['./routes']
  const scripts = [descriptor.entry.file, ...(routes?.js ?? [])].map((file) => url + file)
  return [...scripts.map(preload('script')), ...(routes?.css ?? []).map((file) => url + file).map(preload('style'))]
}
