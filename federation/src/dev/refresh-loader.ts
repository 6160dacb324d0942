import { join, relative } from 'node:path'
import { transform } from '@swc/core'
import type { LoaderDefinitionFunction } from 'webpack'

/** Below it is what the compiled source calls; it is compiled with the source, into the same build. */
export const ourFolder = join(import.meta.dirname, '..')
const kit = (file: string) => JSON.stringify(join(import.meta.dirname, 'refresh', file))
const exposedFile = 'src/routes.tsx'
const inner = '?source'

/**
 * The module that is exposed instead of the source's: the same exports, with routes whose components keep their state.
 */
const wrapper = (name: string) => `
export * from ${JSON.stringify(name + inner)}
import { routes as source } from ${JSON.stringify(name + inner)}
import { refreshing } from ${kit('page.ts')}
export const routes = refreshing(source)
export const refreshes = true
`

/** Compiles a module of a remote's source so that its components keep their state from build to build. */
const load: LoaderDefinitionFunction = function (source) {
  const done = this.async()
  const file = relative(this.rootContext, this.resourcePath).replaceAll('\\', '/')
  if (file === exposedFile && this.resourceQuery !== inner)
    return done(null, wrapper(`./${file.split('/').at(-1) ?? ''}`))
  const refreshed = !this.resourcePath.startsWith(ourFolder)
  transform(source, {
    filename: this.resourcePath,
    sourceMaps: true,
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      ...(refreshed && {
        transform: {
          react: { runtime: 'automatic', importSource: 'interline-refresh', development: true, refresh: true },
        },
      }),
    },
  }).then(
    ({ code, map }) => done(null, refreshed ? begin(file, code) + point(code) : code, map),
    (error: unknown) => done(whereOnly(error)),
  )
}
// eslint-disable-next-line no-restricted-syntax -- webpack takes a loader by its default export
export default load

// Without a line of its own, so that the source map stays true.
const begin = (file: string, code: string) =>
  code.includes('$Refresh')
    ? `import { compiled } from ${kit('page.ts')}; const { $RefreshReg$, $RefreshSig$ } = compiled(${JSON.stringify(file)}); `
    : ''

const point = (code: string) =>
  code
    .replace(/^(import [^;]*? from )["']react["'];/gm, (_, start: string) => `${start}${kit('react.ts')};`)
    .replace(
      /^(import [^;]*? from )["']interline-refresh\/jsx-dev-runtime["'];/gm,
      (_, start: string) => `${start}${kit('jsx-dev-runtime.ts')};`,
    )

/** Says what is wrong and where, without the compiler's own stack. */
function whereOnly(error: unknown): Error {
  const [message] = (error instanceof Error ? error.message : String(error)).split('\n\n\nCaused by')
  return Object.assign(new Error(message), { stack: '' })
}
