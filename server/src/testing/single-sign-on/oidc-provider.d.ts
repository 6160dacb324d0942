/** All that the tests use of the library, which has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export type Context = {
    path: string
    body: unknown
    oidc: { client: { clientId: string }; session: { accountId: string }; params: { scope: string } }
  }

  class Grant {
    constructor(given: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: typeof Grant
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
  }
}
