import { useLayoutEffect } from 'react'
import { useSession } from '@interline/shared'
import { Link } from '@interline/shared/router'
import { useFrameLayout } from './frame/frame-layout.ts'
import { announceFirstScreen } from './loader.ts'
import { useSay } from './messages.ts'
import { useTabTitle } from './tab-title.ts'
import './not-found.css'

/** What stands at `/error-404` and at every unknown path (SPEC §2). */
export function NotFound() {
  const say = useSay()
  const layout = useFrameLayout()
  const signedIn = useSession((session) => session.authenticated)
  useTabTitle(say('notFound.tab'))
  useLayoutEffect(announceFirstScreen, [])
  const Ground = signedIn ? 'div' : 'main'
  return (
    <Ground className="il-lost" data-alone={!signedIn}>
      <svg className="il-lost-art" viewBox="0 0 420 90" aria-hidden="true">
        <path d="M8 60h120a28 28 0 0 0 28-28v0a20 20 0 0 1 20-20h64" />
        <path className="il-lost-gone" d="M240 12h50a28 28 0 0 1 28 28v0a20 20 0 0 0 20 20h74" />
        <circle cx="20" cy="60" r="8" />
        <circle cx="100" cy="60" r="8" />
        <circle className="il-lost-stop" cx="238" cy="12" r="9" />
        <circle className="il-lost-gone" cx="394" cy="60" r="8" />
      </svg>
      <h1>{say('notFound.heading')}</h1>
      <p>{say('notFound.text')}</p>
      <Link className="il-lost-home" to={`/dashboard/default/${layout}`}>
        {say('notFound.home')}
      </Link>
    </Ground>
  )
}
