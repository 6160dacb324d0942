import './provides.ts'
import './loader.css'
import { createRoot } from 'react-dom/client'
import { openRemotes, verifyPageRelease, type VerifiedRelease } from '@interline/federation/runtime'
import { readSettings } from '@interline/shared'
import { createBrowserRouter } from '@interline/shared/router'
import { hideLoader } from './loader.ts'
import { tellWhoIsHere } from './release/canary-cookies.ts'
import { RefusedRelease } from './release/refused-release.tsx'
import { reportFailureOf } from './release/report-failure.ts'
import { UncheckedRelease } from './release/unchecked-release.tsx'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'

hideLoader(readSettings().loaderMs)
const root = createRoot(document.getElementById('root') as HTMLElement)
verifyPageRelease().then(start, (refusal: unknown) => root.render(<RefusedRelease refusal={refusal} />))

function start({ release, doubt }: VerifiedRelease) {
  tellWhoIsHere()
  const remotes = openRemotes(release, reportFailureOf(release.number))
  const router = createBrowserRouter(routes(release, remotes))
  root.render(
    <>
      <Shell router={router} />
      {doubt && <UncheckedRelease doubt={doubt} />}
    </>,
  )
}
