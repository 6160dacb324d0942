import * as oidc from 'openid-client'
import type { SingleSignOnConfig } from '../../config/single-sign-on.ts'
import { SingleSignOnError } from './errors.ts'

const hour = 3_600_000
const timeoutSeconds = 5

/** All that the provider has to prove about a sign-in that was begun here. */
export type Expected = { state: string; nonce: string; codeVerifier: string }

/** All that it says of somebody. `roles` is the value of the role claim. */
export type Claims = {
  sub: string
  auth_time?: unknown
  email?: unknown
  email_verified?: unknown
  name?: unknown
  roles?: unknown
  /** The groups are so many that it names none, but where they could be asked for: Microsoft calls it overage. */
  isOverage?: boolean
}

export type Provider = ReturnType<typeof createProvider>

/**
 * The identity provider, by OpenID Connect. What it says of itself is read when it is first needed and kept for an
 * hour, so that one that is away stops neither the start of the API nor another way to sign in. `redirectUri` is where
 * it sends people back to.
 */
export function createProvider(settings: SingleSignOnConfig, redirectUri: string) {
  let known: { at: number; found: Promise<oidc.Configuration> } | undefined

  function discover(): Promise<oidc.Configuration> {
    if (known && performance.now() - known.at < hour) return known.found
    const found = discoverNow()
    const mine = { at: performance.now(), found }
    known = mine
    found.catch(() => {
      if (known === mine) known = undefined
    })
    return found
  }

  async function discoverNow() {
    const { issuer, clientId, clientSecret } = settings
    const isLocal = issuer.startsWith('http:')
    try {
      return await oidc.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? oidc.None() : withSecret(clientSecret),
        {
          timeout: timeoutSeconds,
          // The signature of the id token is checked although it comes straight from the provider.
          execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
        },
      )
    } catch (error) {
      throw new SingleSignOnError('away', `${issuer} does not say how to sign in there`, { cause: error })
    }
  }

  return {
    settings,

    /**
     * Where the browser is sent to sign in, and what to expect when it comes back; `anew` also where the provider still
     * knows who it is. Throws `SingleSignOnError`.
     */
    async begin(anew = false): Promise<Expected & { url: URL }> {
      const provider = await discover()
      const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(anew && { prompt: 'login', max_age: '0' }),
      })
      return { url, state, nonce, codeVerifier }
    },

    /**
     * Exchanges what the provider sent the browser back with. The id token says who it was and when. The address comes
     * with what is said of it from the id token, or, where that has none, from the user info, and so do roles. Throws
     * `SingleSignOnError`.
     */
    async finish(
      query: string,
      { state, nonce, codeVerifier }: Expected,
    ): Promise<{ claims: Claims; idToken: string }> {
      const provider = await discover()
      try {
        const tokens = await oidc.authorizationCodeGrant(provider, new URL(query, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const own = tokens.claims()
        if (!own || tokens.id_token === undefined) throw new Error('there is no id token')
        const { sub, auth_time } = own
        const rolesIn = (source: Record<string, unknown>) => claimAt(source, settings.roleClaim)
        const isComplete = own.email !== undefined && rolesIn(own) !== undefined
        const more: Record<string, unknown> =
          isComplete || !provider.serverMetadata().userinfo_endpoint
            ? {}
            : await oidc.fetchUserInfo(provider, tokens.access_token, sub)
        const { email, email_verified, name } = own.email === undefined ? more : own
        const roles = rolesIn(own) ?? rolesIn(more)
        const isOverage = roles === undefined && [own, more].some((source) => leavesOut(source, settings.roleClaim))
        return { claims: { sub, auth_time, email, email_verified, name, roles, isOverage }, idToken: tokens.id_token }
      } catch (error) {
        throw toError(error)
      }
    },

    /**
     * Where the browser ends its session at the provider; undefined when that has no such address or cannot be asked
     * now.
     */
    async endSessionUrl(idToken: string, returnTo: string): Promise<string | undefined> {
      const provider = await discover().catch(() => undefined)
      if (!provider?.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}

/** As the provider wants it: in a header, which is the standard's default, or in the body where it takes that alone. */
function withSecret(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isHeader = taken.includes('client_secret_basic') || !taken.includes('client_secret_post')
    return (isHeader ? inHeader : inBody)(server, ...rest)
  }
}

/** A claim by its name; a name with dots that is no claim itself leads into one, as in `realm_access.roles`. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      claims,
    )
}

/** Whether a claim is said to be elsewhere (OpenID Connect Core, 5.6.2), or is left out as Microsoft does. */
const leavesOut = (source: Record<string, unknown>, name: string): boolean =>
  claimAt(source, '_claim_names') !== undefined
    ? Object.hasOwn(Object(source['_claim_names']) as object, name)
    : name === 'groups' && source['hasgroups'] === true

/** All that the libraries below `fetch` say when nobody answers, or not in time. */
const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'OAUTH_TIMEOUT') ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    isAway(error.cause))

function toError(error: unknown): SingleSignOnError {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? new SingleSignOnError('cancelled', 'the provider was told to stop', { cause: error })
      : new SingleSignOnError('rejected', `the provider answered ${error.error}`, { cause: error })
  if (isAway(error)) return new SingleSignOnError('away', 'the provider does not answer', { cause: error })
  return new SingleSignOnError('rejected', error instanceof Error ? error.message : String(error), { cause: error })
}
