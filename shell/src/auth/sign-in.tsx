import { useEffect, useState } from 'react'
import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { useSession } from '@interline/shared/session'
import { useLocation } from '@interline/shared/router'
import { Icon, prefetchLazy } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import { lazyEntryPoints } from '../provides.ts'
import { whenIdle } from '../page/when-idle.ts'
import { PublicPage } from './public-page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import * as styles from './public-page.module.css'

/**
 * What the signed-out see at every address but the public ones (SPEC §2); the screen asked for is fetched meanwhile.
 */
export function SignIn({ release, remotes }: { release: Release; remotes: Remotes }) {
  const t = useT()
  const { pathname } = useLocation()
  const ended = useSession(({ endedBecause }) => endedBecause === 'expired' || endedBecause === 'elsewhere')
  const [isSecond, setIsSecond] = useState(false)
  const wanted = pinnedAt(release, pathname)?.descriptor.name

  useEffect(
    () =>
      whenIdle(() => {
        for (const load of Object.values(lazyEntryPoints)) load().catch(() => undefined)
        // What a failed sign-in is said with must be here before the network is gone.
        void prefetchLazy()
        if (wanted) void remotes.prefetch(wanted)
      }),
    [wanted, remotes],
  )

  return (
    <PublicPage title={t('signIn.title')} subtitle={t(isSecond ? 'signIn.secondStep' : 'signIn.subtitle')}>
      {ended && (
        <p className={styles.notice} role="status">
          <Icon id="info" size={18} />
          {t('signIn.ended')}
        </p>
      )}
      <SignInForm onStep={setIsSecond} />
    </PublicPage>
  )
}
