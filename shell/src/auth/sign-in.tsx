import { Suspense, useEffect, useState } from 'react'
import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { readSettings, useSession } from '@interline/shared/session'
import { useLocation } from '@interline/shared/router'
import { Icon, lazyWithRetry, prefetchLazy } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { lazyEntryPoints } from '../provides.ts'
import { whenIdle } from '../first-screen/after-first-screen.ts'
import { PublicPage } from './public-page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { isWayBack } from './single-sign-on/way-back.ts'
import * as styles from './public-page.module.css'

const SingleSignOn = lazyWithRetry(async () => (await import('./single-sign-on/single-sign-on.tsx')).SingleSignOn)

/**
 * The signed-out see this at every address but the public ones (SPEC §2); the screen asked for is fetched meanwhile.
 */
export function SignIn({ release, remotes }: { release: Release; remotes: Remotes }) {
  const { pathname } = useLocation()
  const [isBack] = useState(() => isWayBack(window.location.hash))
  const { singleSignOn } = readSettings()
  const passwords = singleSignOn?.isOnly !== true
  const ended = useSession(({ endedBecause }) => endedBecause === 'expired' || endedBecause === 'elsewhere')
  const [isSecond, setIsSecond] = useState(false)
  const subtitle = isSecond ? 'signIn.secondStep' : passwords ? 'signIn.subtitle' : 'sso.subtitle'
  const wanted = pinnedAt(release, pathname)?.descriptor.name

  useEffect(
    () =>
      whenIdle(() => {
        for (const load of Object.values(lazyEntryPoints)) load().catch(() => undefined)
        // The words for a failed sign-in must be here before the network is gone.
        void prefetchLazy()
        if (wanted) void remotes.prefetch(wanted)
      }),
    [wanted, remotes],
  )

  return (
    <PublicPage title={t('signIn.title')} subtitle={t(subtitle)}>
      {ended && (
        <p className={styles.notice} role="status">
          <Icon id="info" size={18} />
          <span>{t('signIn.ended')}</span>
        </p>
      )}
      {passwords && <SignInForm onStep={setIsSecond} />}
      {(singleSignOn || isBack) && !isSecond && (
        <Suspense fallback={null}>
          <SingleSignOn name={singleSignOn?.name ?? null} isOnly={!passwords} />
        </Suspense>
      )}
    </PublicPage>
  )
}
