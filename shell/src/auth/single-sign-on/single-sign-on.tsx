import { useEffect, useRef, useState } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { singleSignOnFailures } from '@interline/shared/contract'
import { session, useSession } from '@interline/shared/session'
import { Button, Icon, useToast } from '@interline/shared/ui'
import { exchangeSignInCode } from '../../api.ts'
import { t } from '../../messages.ts'
import { explainError } from '../explain-error.ts'
import * as styles from '../public-page.module.css'
import { prepareBegin, type Begin } from '../../at-provider/begin.ts'
import * as own from './single-sign-on.module.css'
import { isWayBack, takeWayBack } from './way-back.ts'

type SingleSignOnProps = {
  /** The name that people use for the provider; null where none is known, and a link of `npm run admin` was opened. */
  name: string | null
  /** Whether it is the only way to sign in. */
  isOnly: boolean
}

/**
 * The button that leads to the identity provider, and what happens when the browser comes back: the session, or why
 * there is none. Where a session expired, the provider opens in a tab of its own, so that what was entered here stays.
 */
export function SingleSignOn({ name, isOnly }: SingleSignOnProps) {
  const toast = useToast()
  const [begin, setBegin] = useState<Begin>()
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>(() => ({
    busy: isWayBack(window.location.hash),
  }))
  const hasExpired = useSession(({ endedBecause }) => endedBecause === 'expired')
  const provider = name ?? t('sso.provider')
  const isBack = useRef(false)

  useEffect(() => {
    prepareBegin().then(setBegin, (error: unknown) => logFailure('Prepare single sign-on', error))
  }, [])

  useEffect(() => {
    // A code works once, also where effects run twice.
    if (isBack.current) return
    isBack.current = true
    const back = takeWayBack()

    async function finish(): Promise<string | undefined> {
      if (!back) return undefined
      if ('failure' in back) {
        // `not-anew` ends a confirmation, never a sign-in.
        const known = singleSignOnFailures.find((one) => one === back.failure && one !== 'not-anew')
        return t(`sso.failures.${known ?? 'failed'}`, { name: provider })
      }
      try {
        session.getState().signIn(await exchangeSignInCode(back.given))
        toast.success(t('signIn.success'))
        if (back.closes) window.close()
        return undefined
      } catch (error) {
        logFailure('Sign in', error)
        if (isApiError(error) && error.status === 400) return t('sso.failures.expired')
        return explainError(error) ?? t('sso.failures.failed')
      }
    }
    void finish().then((failure) => setState(failure === undefined ? {} : { failure }))
  }, [toast, provider])

  function start() {
    try {
      if (!begin) return
      if (!hasExpired || !begin.inNewTab()) begin.here()
      if (!hasExpired) setState({ busy: true })
    } catch (error) {
      logFailure('Begin single sign-on', error)
      setState({ failure: t('sso.noStorage') })
    }
  }

  return (
    <>
      {state.failure !== undefined && (
        <p className={`${styles.notice} ${own.failure}`} role="alert">
          <Icon id="info" size={18} />
          <span className="il-break">{state.failure}</span>
        </p>
      )}
      {state.busy && <p role="status">{t('sso.busy')}</p>}
      {name !== null && (
        <>
          {!isOnly && <p className={own.or}>{t('sso.or')}</p>}
          <Button
            type={isOnly ? 'primary' : 'default'}
            size="large"
            block
            disabled={!begin}
            loading={state.busy === true}
            onClick={start}
          >
            {t('sso.button', { name })}
          </Button>
          {hasExpired && <p className={`il-hint ${own.hint}`}>{t('sso.newTab')}</p>}
        </>
      )}
    </>
  )
}
