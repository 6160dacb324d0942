import { isApiError, logFailure } from '@interline/shared/api'
import { storedVerifier } from '../../at-provider/stored-verifier.ts'
import { confirmBySignIn } from '../calls.ts'
import { t } from '../texts.ts'

/** What the tab at the provider tells the one that waits: null for confirmed, or why not. */
export type Told = { failure: string | null }

export const openChannel = () => new BroadcastChannel('interline-confirmation')

const reasons: Record<string, string> = {
  'other-account': 'notConfirmedOther',
  'not-anew': 'notConfirmedAnew',
  cancelled: 'notConfirmedCancelled',
  away: 'notConfirmedAway',
  expired: 'notConfirmedExpired',
}

export type Ended = Told & { closes: boolean }

/** Takes what the browser came back with out of the address and confirms with it; says how that ended. */
export async function endConfirmation(): Promise<Ended> {
  const { hash, pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
  const found = new URLSearchParams(hash.slice(1))
  const stored = storedVerifier.take()
  const closes = stored?.closes === true
  const reason = found.get('sso-confirm-failure')
  if (reason !== null) return { failure: t(reasons[reason] ?? 'notConfirmedRefused'), closes }
  const code = found.get('sso-confirm')
  if (!code || !stored) return { failure: t('notConfirmedExpired'), closes }
  try {
    await confirmBySignIn({ code, verifier: stored.verifier })
    return { failure: null, closes }
  } catch (error) {
    logFailure('Confirm', error)
    const said = isApiError(error) ? error.fields.code : undefined
    const key = said === undefined ? 'failed' : said.includes('somebody') ? 'notConfirmedOther' : 'notConfirmedExpired'
    return { failure: t(key), closes }
  }
}
