import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { forgeIdToken, newSigningKey, type Forgery } from './forge-id-token.ts'

/** All that the provider knows of somebody, by the name that they sign in with. */
export type Person = { email?: string; email_verified?: boolean; name?: string; [claim: string]: unknown }

type Options = {
  port?: number
  clientId: string
  /** None for a public client. */
  clientSecret?: string
  /** Where it may send people back to. */
  redirectUris: string[]
  postLogoutRedirectUris?: string[]
  /** A person who is not here signs in with no claims but a subject. */
  people: Map<string, Person>
  /** In the user info alone, as the standard has it, or in the id token too. */
  claimsInIdToken?: boolean
}

/**
 * A real identity provider (`oidc-provider`) on a local port, with its own pages for signing in and out. Any password
 * is right. `spoil` makes it hand out id tokens that are not what they should be.
 */
export async function startIdentityProvider(options: Options) {
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://localhost:${port}`
  const key = newSigningKey('the-key')
  let forgery: Forgery | undefined
  const claims = ['email', 'email_verified', 'name', 'groups', 'realm_access']
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        ...(options.clientSecret === undefined
          ? { token_endpoint_auth_method: 'none' }
          : { client_secret: options.clientSecret }),
        redirect_uris: options.redirectUris,
        post_logout_redirect_uris: options.postLogoutRedirectUris ?? [],
      },
    ],
    jwks: { keys: [key.jwk] },
    cookies: { keys: ['a key of a test'] },
    conformIdTokenClaims: options.claimsInIdToken !== true,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: claims.slice(2) },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...options.people.get(accountId) }),
    }),
    // The office has agreed for everybody: nobody is asked.
    loadExistingGrant: async (ctx: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const { client, session } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const { body } = ctx
    if (forgery && ctx.path === '/token' && typeof body === 'object' && body !== null && 'id_token' in body)
      ctx.body = { ...body, id_token: forgeIdToken(String(body.id_token), key, forgery) }
  })
  listening.on('request', provider.callback())
  return {
    issuer,
    spoil: (wanted: Forgery | undefined) => void (forgery = wanted),
    async close() {
      listening.closeAllConnections()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}
