import type { Page } from '@playwright/test'
import { badBuilds } from './bad-builds.ts'
import { sourceOfMisbehaviours } from './misbehaviours.ts'

/** Globals by which a page says what the build is to do wrong: an index of one of the two lists. */
const asks = { badBuild: 'badBuild', misbehaves: 'misbehaves' }

/** The sources of one build that can do all of it: a module is evaluated when it is asked for. */
export const sourcesOfBadBuild = (path: string): Record<string, string> => ({
  ...Object.fromEntries(badBuilds.map(({ routes }, at) => [`src/bad-${at}.tsx`, routes.replaceAll('/depots', path)])),
  'src/misbehaviours.tsx': sourceOfMisbehaviours(path, asks.misbehaves),
  'src/routes.tsx': `// @ts-nocheck
declare const require: (path: string) => { routes: unknown }
const builds = [${badBuilds.map((_, at) => `() => require('./bad-${at}.tsx')`).join(', ')}]
const asked = builds[globalThis.${asks.badBuild}] ?? (() => require('./misbehaviours.tsx'))
export const routes = asked().routes
`,
})

/** From the next load on, the build in this page does that. */
export const askFor = (page: Page, list: keyof typeof asks, which: number | 'again') =>
  page.addInitScript(([key, asked]) => Object.assign(globalThis, { [String(key)]: asked }), [asks[list], which])
