import { useEffect } from 'react'
import { matchesRoute, type Release, type Remotes } from '@interline/federation/runtime'
import { useSession } from '@interline/shared'
import { useLocation } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { warmListDoor } from '../provides.ts'
import { whenIdle } from '../when-idle.ts'
import { PublicPage } from './public-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** What the signed-out see at every address but the public ones (SPEC §2); the screen asked for is fetched meanwhile. */
export function SignIn({ release, remotes }: { release: Release; remotes: Remotes }) {
  const say = useSay()
  const { pathname } = useLocation()
  const ended = useSession(({ endedBecause }) => endedBecause === 'expired' || endedBecause === 'elsewhere')
  const wanted = Object.values(release.remotes).find(({ descriptor }) => descriptor.routes.some((route) => matchesRoute(route, pathname)))?.descriptor.name

  useEffect(
    () =>
      whenIdle(() => {
        warmListDoor().catch(() => undefined)
        if (wanted) remotes.prefetch(wanted)
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
