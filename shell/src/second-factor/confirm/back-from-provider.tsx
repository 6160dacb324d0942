import { useEffect, useRef } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { useToast } from '@interline/shared/ui'
import { storedVerifier, takeFromAddress } from '../../at-provider/stored-verifier.ts'
import { confirmBySignIn } from '../calls.ts'
import { t } from '../texts.ts'
import { openChannel, type Told } from './at-provider-button.tsx'

/** Where the browser came back from the provider: tells the tab that waits and closes, or says how it ended here. */
export function BackFromProvider() {
  const toast = useToast()
  const isBack = useRef(false)
  useEffect(() => {
    // A code works once, also where effects run twice.
    if (isBack.current) return
    isBack.current = true
    void endConfirmation().then(({ failure, closes }) => {
      if (closes) {
        const channel = openChannel()
        channel?.postMessage({ failure } satisfies Told)
        channel?.close()
        window.close()
      }
      if (failure === null) toast.success(t('confirmed'), t(closes ? 'closeTab' : 'confirmedHere'))
      else toast.failure(t('notConfirmed'), failure)
    })
  }, [toast])
  return null
}

const reasons: Record<string, string> = {
  'other-account': 'notConfirmedOther',
  'not-anew': 'notConfirmedAnew',
  cancelled: 'notConfirmedCancelled',
  away: 'notConfirmedAway',
  expired: 'notConfirmedExpired',
}

/** Confirms with what the browser came back with; says how that ended. */
async function endConfirmation(): Promise<Told & { closes: boolean }> {
  const found = takeFromAddress()
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
