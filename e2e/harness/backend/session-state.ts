import type { BrowserContextOptions } from '@playwright/test'
import type { Backend } from './backend.ts'

/** A browser keeps this of a session (SPEC §3), as if the person had signed in at this address. */
export const sessionState = (
  url: string,
  { token, user }: Pick<Backend, 'token' | 'user'>,
): Exclude<BrowserContextOptions['storageState'], string | undefined> => {
  const stored = {
    token,
    user: JSON.stringify(user),
    auth0_profile: JSON.stringify(user),
    Name: user.full_name ?? '',
    profileURL: '',
    authenticated: 'true',
  }
  return {
    cookies: [],
    origins: [{ origin: url, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
  }
}
