import { createRequire } from 'node:module'
import type { RuleSetRule } from 'webpack'

const require = createRequire(import.meta.url)

/** The main file of a package as another one finds it. */
const found = (name: string, by: NodeJS.Require) => by.resolve(name)

function federationRuntime(): Record<string, string> {
  const enhanced = createRequire(found('@module-federation/enhanced', require))
  const bundler = createRequire(found('@module-federation/webpack-bundler-runtime', enhanced))
  const runtime = createRequire(found('@module-federation/runtime', bundler))
  const core = createRequire(found('@module-federation/runtime-core', runtime))
  const files = {
    '@module-federation/webpack-bundler-runtime$': found('@module-federation/webpack-bundler-runtime', enhanced),
    '@module-federation/runtime$': found('@module-federation/runtime', bundler),
    '@module-federation/runtime-core$': found('@module-federation/runtime-core', runtime),
    '@module-federation/sdk$': found('@module-federation/sdk', core),
    '@module-federation/error-codes$': found('@module-federation/error-codes', core),
  }
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, esModuleOf(file)]))
}

const esModuleOf = (file: string) => file.replace(/\.cjs$/, file.includes('error-codes') ? '.mjs' : '.js')

/**
 * Without these, the Module Federation runtime would be in the files twice (one part of it requires, another imports),
 * the router in its development build, which is what its package names for everybody, and axios with an adapter for
 * engines without XMLHttpRequest.
 */
export const leanAliases = (folder: string): Record<string, string | false> => ({
  ...federationRuntime(),
  ...routerOf(folder),
  [found('axios/unsafe/adapters/fetch.js', createRequire(`${folder}/`))]: false,
})

function routerOf(folder: string): Record<string, string> {
  const dom = createRequire(found('react-router-dom', createRequire(`${folder}/`)))
  const built = (path: string) =>
    found(path, dom).replace(/dist[\\/]development([\\/][\w-]+)\.m?js$/, 'dist/production$1.mjs')
  return { 'react-router$': built('react-router'), 'react-router/dom$': built('react-router/dom') }
}

/**
 * Packages whose modules do nothing but define what they export, and do not say so: what nobody takes of them is left
 * out.
 */
export const pureModules: RuleSetRule = {
  test: /[\\/]node_modules[\\/](@rc-component|@ant-design[\\/](cssinjs|cssinjs-utils|colors|fast-color))[\\/].+\.m?js$/,
  sideEffects: false,
}
