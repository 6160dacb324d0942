import { useEffect } from 'react'
import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { useSession } from '@interline/shared'
import { useLocation } from '@interline/shared/router'
import { Icon, warmLateParts } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { laterDoors } from '../provides.ts'
import { whenIdle } from '../when-idle.ts'
import { PublicPage } from './public-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** What the signed-out see at every address but the public ones (SPEC §2); the screen asked for is fetched meanwhile. */
export function SignIn({ release, remotes }: { release: Release; remotes: Remotes }) {
  const say = useSay()
  const { pathname } = useLocation()
  const ended = useSession(({ endedBecause }) => endedBecause === 'expired' || endedBecause === 'elsewhere')
  const wanted = pinnedAt(release, pathname)?.descriptor.name

  useEffect(
    () =>
      whenIdle(() => {
        for (const load of Object.values(laterDoors)) load().catch(() => undefined)
        // What a failed sign-in is said with must be here before the network is gone.
        void warmLateParts()
        if (wanted) void remotes.prefetch(wanted)
      }),
    [wanted, remotes],
  )

  return (
    <PublicPage title={say('signIn.title')} subtitle={say('signIn.subtitle')}>
      {ended && (
        <p className="il-notice" role="status">
          <Icon id="info" size={18} />
          {say('signIn.ended')}
        </p>
      )}
      <SignInForm />
    </PublicPage>
  )
}
