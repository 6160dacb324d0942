import type { ArtifactFile } from '../../../schema/index.ts'
import type { Pinned } from '../../store/pinned-parts.ts'
import { inParallel } from '../../files/in-parallel.ts'
import { integrityOf } from './files.ts'

const contentTypes: Record<string, RegExp> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  json: /^application\/json\b/,
  svg: /^image\/svg\+xml\b/,
  woff2: /^font\/woff2\b/,
}
const isNotThere = /^(answers \d|is HTML)/
const timeoutMs = 15_000

/**
 * Downloads every file of an artifact from its origin, as the page of the shell would: one reason for each
 * fault, with the first file that has it.
 */
export async function unservedFiles({ url, descriptor }: Pinned, shellOrigin: string): Promise<string[]> {
  let down = ''
  const pathsOf = new Map<string, string[]>()
  await inParallel(descriptor.files, async (file) => {
    if (down) return
    const found = await download(url, file, shellOrigin, descriptor.kind === 'remote')
    if (typeof found === 'string') down = found
    else for (const fault of found) pathsOf.set(fault, [...(pathsOf.get(fault) ?? []), file.path].sort())
  })
  if (down) return [`${url} does not answer (${down})`]
  return [...pathsOf]
    .map(([fault, [path = '', ...more]]) =>
      more.length + 1 === descriptor.files.length && isNotThere.test(fault)
        ? `this build is not at its origin: ${url} ${fault}`
        : `${url}${path} ${fault}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    )
    .sort()
}

/** Says what is wrong with one file; a text when its origin could not be reached at all. */
async function download(
  url: string,
  file: ArtifactFile,
  origin: string,
  crossOrigin: boolean,
): Promise<string[] | string> {
  let response: Response
  let content: Buffer
  try {
    response = await fetch(url + file.path, {
      headers: { origin },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    content = Buffer.from(await response.arrayBuffer())
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : ''
    return cause || (error instanceof Error ? error.message : String(error))
  }
  if (response.status !== 200) return [`answers ${response.status}`]
  return wrongIn(response.headers, content, file, crossOrigin ? origin : null)
}

function wrongIn(headers: Headers, content: Buffer, file: ArtifactFile, origin: string | null): string[] {
  const type = headers.get('content-type') ?? 'none'
  const ending = file.path.split('.').at(-1) ?? ''
  const isHtml = (/^text\/html/.test(type) || isHtmlText(content)) && !['html', 'svg'].includes(ending)
  if (isHtml) return ['is HTML instead of the file']
  const allowed = headers.get('access-control-allow-origin')
  const cache = headers.get('cache-control') ?? 'none'
  return [
    ...(integrityOf(content) === file.integrity && content.length === file.bytes
      ? []
      : [`is not what the descriptor says (${content.length} bytes, ${integrityOf(content)})`]),
    ...(origin && allowed !== '*' && allowed !== origin
      ? [`may not be read by ${origin} (access-control-allow-origin: ${allowed ?? 'none'})`]
      : []),
    ...(/\bimmutable\b/.test(cache) && /\bmax-age=\d/.test(cache)
      ? []
      : [`is not cached for ever (cache-control: ${cache})`]),
    ...((contentTypes[ending] ?? /./).test(type) ? [] : [`has another type (content-type: ${type})`]),
  ]
}

/** Whether a file that should be script or style is a page: what a proxy answers when it has no such file. */
export const isHtmlText = (content: Buffer) =>
  /^\uFEFF?\s*<(!doctype|html|head|body|script|!--)/i.test(content.subarray(0, 512).toString('utf8'))
