import type { App } from '../../http/app.ts'

/** Every route that the app answers, as `METHOD /path/:with`; HEAD is that of its GET. */
export function routesOf(app: App): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false, includeMeta: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', part = '', methods = ''] =
        /^((?:[│ ] {3})*[├└]── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (branch === '') return []
      const depth = branch.length / 4 - 1
      above.length = depth
      above.push(part)
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${above.join('')}`)
    })
    .filter((route) => route !== 'OPTIONS *')
}
